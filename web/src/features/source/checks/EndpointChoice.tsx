import { Button, NativeSelect } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { labelOf } from '@/lib/labels';
import { paths } from '@/lib/paths';
import classes from './checks.module.css';

interface Props {
  source: Source;
  endpoint: Endpoint;
  onChange: (id: string) => void;
}

/**
 * Selects the endpoint of a tab and links to its settings; a source with one endpoint just shows
 * it.
 */
export function EndpointChoice({ source, endpoint, onChange }: Props) {
  const canEdit = useCanPropose() && source.lifecycle !== 'archived';
  return (
    <div className={`wrap ${classes.chosen}`}>
      <Choice source={source} endpoint={endpoint} onChange={onChange} />
      {canEdit && (
        <Button
          component={Link}
          to={paths.endpointSettings(source.id, endpoint.id)}
          variant="default"
          leftSection={<Icon name="tune" />}
        >
          Endpoint settings
        </Button>
      )}
    </div>
  );
}

function Choice({ source, endpoint, onChange }: Props) {
  if (source.endpoints.length === 1) return <p className={`dimmed breakable ${classes.only}`}>{nameOf(endpoint)}</p>;
  return (
    <NativeSelect
      className={classes.choice}
      label="Endpoint"
      value={endpoint.id}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={source.endpoints.map((each) => ({ value: each.id, label: nameOf(each) }))}
    />
  );
}

function nameOf({ name, kind, url }: Endpoint): string {
  const address = url.replace(/^https?:\/\//, '');
  return [name, labelOf(ENDPOINT_KIND, kind), address].filter(Boolean).join(' · ');
}
