import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Person, Source } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { FIELD_LABELS, formatValue } from '@/components/form/field-labels';
import { regionName, regionsQuery } from '@/components/form/regions';
import { RelativeTime } from '@/components/RelativeTime';
import { TagList } from '@/components/TagList';
import { paths } from '@/lib/paths';
import classes from './SourceDetails.module.css';

const SHORT = ['country', 'region', 'languages', 'media_type', 'scope', 'tier', 'paywall', 'rights', 'owner'] as const;
const LONG = ['rights_note', 'notes'] as const;

/** Shows the fields that have a value, and the names of the others in one line. */
export function SourceDetails({ source }: { source: Source }) {
  const canPropose = useCanPropose();
  const known = (field: (typeof SHORT)[number]) =>
    source[field] !== 'unknown' && formatValue(field, source[field]) !== '';
  const unset = [...SHORT.filter((field) => !known(field)), ...(source.tags.length === 0 ? (['tags'] as const) : [])];
  return (
    <dl className={`card facts ${classes.facts}`}>
      {SHORT.filter(known).map((field) => (
        <Fact key={field} label={FIELD_LABELS[field]}>
          {field === 'region' ? <Region code={source.region!} /> : formatValue(field, source[field])}
        </Fact>
      ))}
      {source.tags.length > 0 && (
        <Fact label={FIELD_LABELS.tags} size="double">
          <TagList tags={source.tags} />
        </Fact>
      )}
      <Fact label="Added">
        <When at={source.created_at} by={source.created_by} />
      </Fact>
      <Fact label="Last changed">
        <When at={source.updated_at} by={source.updated_by} />
      </Fact>
      {LONG.filter((field) => source[field]).map((field) => (
        <Fact key={field} label={FIELD_LABELS[field]} size="whole">
          <span className={classes.text}>{source[field]}</span>
        </Fact>
      ))}
      {unset.length > 0 && (
        <Fact label="Not set" size="whole">
          {unset.map((field) => FIELD_LABELS[field]).join(', ')}
          {canPropose && source.lifecycle !== 'archived' && (
            <>
              {'. '}
              <Anchor component={Link} to={paths.source(source.id, 'settings')} inherit underline="always">
                Fill in
              </Anchor>
            </>
          )}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, size, children }: { label: string; size?: 'double' | 'whole'; children: ReactNode }) {
  return (
    <div className={classes.fact} data-size={size}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * The name of a region, with its code in the tooltip. The code is shown until the names are loaded.
 */
function Region({ code }: { code: string }) {
  const { data: regions } = useQuery(regionsQuery());
  return <span title={code}>{regionName(regions, code)}</span>;
}

function When({ at, by }: { at: string; by: Person }) {
  return (
    <>
      <RelativeTime at={at} /> by <span title={by.email || undefined}>{by.name}</span>
    </>
  );
}
