import { Button, Tooltip } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { SourceRow } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ExternalLink } from '@/components/ExternalLink';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { lookupState } from '@/lib/lookup-request';
import { paths } from '@/lib/paths';
import classes from './fix.module.css';

/** The repairs that open below an entry. */
export type Repair = 'address' | 'retire';

interface Props {
  source: SourceRow;
  /** The repair that is open. */
  repair: Repair | null;
  onRepair: (repair: Repair | null) => void;
}

const button = { size: 'compact-sm', variant: 'subtle', color: 'gray', className: classes.action } as const;

/**
 * The ways to repair a source of the work list, each one click away. Viewers can open the homepage.
 */
export function FixActions({ source, repair, onRepair }: Props) {
  const canWrite = useCanWrite();
  const { name } = source;
  const toggle = (which: Repair) => () => onRepair(repair === which ? null : which);
  return (
    <span className={classes.actions}>
      <Tooltip label="Open homepage">
        <Button
          {...button}
          component={ExternalLink}
          url={source.homepage_url}
          title="" // the tooltip says what the button does
          aria-label={`Open the homepage of ${name} in a new tab`}
        >
          <Face icon="external" label="Homepage" />
        </Button>
      </Tooltip>
      {canWrite && (
        <>
          <Tooltip label="Find feeds again">
            <Button
              {...button}
              component={Link}
              to={paths.newSource}
              state={lookupState(source.homepage_url)}
              aria-label={`Find feeds of ${name} again`}
            >
              <Face icon="search" label="Find feeds" />
            </Button>
          </Tooltip>
          <Tooltip label="Change address">
            <Button
              {...button}
              aria-label={`Change an address of ${name}`}
              aria-expanded={repair === 'address'}
              onClick={toggle('address')}
            >
              <Face icon="edit" label="Change address" />
            </Button>
          </Tooltip>
          <Tooltip label="Retire endpoint">
            <Button
              {...button}
              aria-label={`Retire an endpoint of ${name}`}
              aria-expanded={repair === 'retire'}
              onClick={toggle('retire')}
            >
              <Face icon="archive" label="Retire" />
            </Button>
          </Tooltip>
          <Tooltip label="Endpoint settings">
            <Button
              {...button}
              component={Link}
              to={paths.endpointSettings(source.id)}
              aria-label={`Settings of the endpoint of ${name}`}
            >
              <Face icon="tune" label="Settings" />
            </Button>
          </Tooltip>
        </>
      )}
    </span>
  );
}

/** An icon; on phones, which show no tooltips, also its label. */
function Face({ icon, label }: { icon: IconName; label: string }) {
  return (
    <>
      <Icon name={icon} size={16} />
      <span className={classes.label}>{label}</span>
    </>
  );
}
