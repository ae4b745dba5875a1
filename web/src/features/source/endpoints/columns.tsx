import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { Endpoint, EndpointHealth } from '@/api/gen/types.gen';
import { CopyButton } from '@/components/CopyButton';
import type { DataTableFeatures } from '@/components/data-table';
import { ExternalLink } from '@/components/ExternalLink';
import { HealthBadge } from '@/components/HealthBadge';
import { NextCheck } from '@/components/NextCheck';
import { StateBadge } from '@/components/StateBadge';
import { lastKnownText } from '@/entities/check/last-known-text';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { labelOf } from '@/lib/labels';
import { paths } from '@/lib/paths';
import { languageName } from '@/lib/place-names';
import { useNow } from '@/lib/use-now';
import classes from './endpoints.module.css';
import { ReadingBadges } from './ReadingBadges';

/** An endpoint with what its checks observe. */
export type EndpointRow = Endpoint & { health?: EndpointHealth };

const helper = createColumnHelper<DataTableFeatures, EndpointRow>();

/** The columns that all members see. */
export const columns = helper.columns([
  helper.accessor('kind', {
    header: 'Kind',
    meta: { track: 'minmax(96px, 0.8fr)', card: 'line' },
    cell: ({ row, getValue }) => (
      <span className="inline-6">
        {labelOf(ENDPOINT_KIND, getValue())}
        <ReadingBadges endpoint={row.original} />
      </span>
    ),
  }),
  helper.accessor('name', {
    header: 'Name',
    meta: { track: 'minmax(0, 1.6fr)', card: 'title' },
    cell: ({ row }) => <Name endpoint={row.original} />,
  }),
  helper.accessor('url', {
    header: 'Address',
    meta: { track: 'minmax(0, 3fr)', card: 'line' },
    cell: ({ row }) => <Address endpoint={row.original} />,
  }),
  helper.accessor('language', {
    header: 'Language',
    meta: { track: 'minmax(0, 1fr)', card: 'line' },
    cell: ({ getValue }) => {
      const code = getValue();
      return code && <span title={code}>{languageName(code)}</span>;
    },
  }),
  helper.accessor('intent', {
    header: 'State',
    meta: { track: 'minmax(104px, 0.8fr)', card: 'aside' },
    cell: ({ getValue }) => <StateBadge state={getValue()} />,
  }),
  helper.accessor('health', {
    header: 'Health',
    meta: { track: 'minmax(132px, 1fr)', card: 'line' },
    cell: ({ row: { original } }) => <Health endpoint={original} />,
  }),
  helper.accessor('health.next_check', {
    id: 'next',
    header: 'Next check',
    meta: { track: 'minmax(104px, 0.8fr)', card: 'line', cardLabel: 'Next check' },
    cell: ({ row: { original } }) => (
      <NextCheck at={original.health?.next_check?.at} isPaused={original.intent === 'paused'} />
    ),
  }),
]);

/** The health of an endpoint that is checked; a link to its checks. */
function Health({ endpoint: { id, source_id: source, health } }: { endpoint: EndpointRow }) {
  const now = useNow();
  if (!health?.is_checked) return null;
  const title = health.last_known ? lastKnownText(health.last_known, now) : health.reason;
  return (
    <Link className={classes.health} to={paths.checksOfEndpoint(source, id)} title={title}>
      <HealthBadge state={health.state} />
    </Link>
  );
}

/** The name and section of an endpoint; imported endpoints often have neither. */
function Name({ endpoint: { name, section } }: { endpoint: Endpoint }) {
  if (!name && !section) return <span className={classes.dimmed}>No name</span>;
  return (
    <span title={[name, section].filter(Boolean).join(' · ')}>
      {name && <span className="semibold">{name}</span>}
      {section && <span className={classes.dimmed}>{name ? ` · ${section}` : section}</span>}
    </span>
  );
}

/** The address without its scheme; the link and the copy button have the full address. */
function Address({ endpoint: { url, name } }: { endpoint: Endpoint }) {
  return (
    <span className={classes.address}>
      <ExternalLink className="truncate quiet-link" url={url}>
        {url.replace(/^https?:\/\//, '')}
      </ExternalLink>
      <CopyButton value={url} what={`the address of ${name || url}`} />
    </span>
  );
}
