import { createColumnHelper } from '@tanstack/react-table';
import type { SourceRow } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { HealthBadge } from '@/components/HealthBadge';
import { Logo } from '@/components/Logo';
import { NextCheck } from '@/components/NextCheck';
import { RelativeTime } from '@/components/RelativeTime';
import { RowLink } from '@/components/RowLink';
import { Sparkline } from '@/components/Sparkline';
import { StateBadge } from '@/components/StateBadge';
import { TagList } from '@/components/TagList';
import { lastKnownText } from '@/entities/check/last-known-text';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { ACTIVITY_DAYS } from '@/entities/source/list.queries';
import { formatCount, formatNumber } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { DAY_MS } from '@/lib/last-days';
import { paths } from '@/lib/paths';
import { countryName, languageName } from '@/lib/place-names';
import { useNow } from '@/lib/use-now';
import { useActivityOf } from './activity-context';
import classes from './columns.module.css';
import type { HideableColumn } from './sources.schema';

/** Column names, for the table header and the column menu. */
export const COLUMN_NAMES: Record<'name' | HideableColumn, string> = {
  name: 'Name',
  domain: 'Domain',
  lifecycle: 'State',
  health: 'Health',
  activity: 'Items per day',
  last_new_item: 'Last new item',
  next_check: 'Next check',
  endpoints: 'Endpoints',
  country: 'Country',
  languages: 'Languages',
  tags: 'Tags',
  created: 'Created',
  updated: 'Updated',
};

const helper = createColumnHelper<DataTableFeatures, SourceRow>();
/**
 * The width of a date or its header. Only columns of texts grow with the window, the name the most.
 */
const DATE_TRACK = '116px';

export const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: COLUMN_NAMES.name,
    meta: { track: 'minmax(120px, 3.1fr)', card: 'title' },
    cell: ({ row, getValue }) => (
      <span className={classes.name}>
        <Logo source={row.original} size={20} />
        <RowLink to={paths.source(row.original.id)} title={getValue()}>
          {getValue()}
        </RowLink>
      </span>
    ),
  }),
  helper.accessor((row) => (row.display_domain ?? row.canonical_domain) + row.path_prefix, {
    id: 'domain',
    header: COLUMN_NAMES.domain,
    sortDescFirst: false,
    meta: { track: 'minmax(64px, 2.1fr)', card: 'line' },
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  helper.accessor('lifecycle', {
    id: 'lifecycle',
    header: COLUMN_NAMES.lifecycle,
    sortDescFirst: false,
    meta: { track: '100px', card: 'aside' },
    cell: ({ getValue }) => <StateBadge state={getValue()} />,
  }),
  helper.accessor('health', {
    id: 'health',
    header: COLUMN_NAMES.health,
    sortDescFirst: true, // the worst first
    meta: { track: '150px', card: 'line' }, // fits “Not checked yet”
    cell: ({ getValue }) => <Health health={getValue()} />,
  }),
  // The chart loads after the rows, so the column has no value of its own.
  helper.accessor('id', {
    id: 'activity',
    header: COLUMN_NAMES.activity,
    sortDescFirst: true,
    meta: {
      track: '124px',
      card: 'line',
      cardLabel: 'Items per day',
      sortedBy: `Sorted by the items of ${ACTIVITY_DAYS} days`,
    },
    cell: ({ row }) =>
      wasRead(row.original) && (
        <span className={classes.activity}>
          <Activity source={row.original} />
        </span>
      ),
  }),
  helper.accessor('last_new_item_at', {
    id: 'last_new_item',
    header: COLUMN_NAMES.last_new_item,
    sortDescFirst: true,
    meta: { track: DATE_TRACK, card: 'line', cardLabel: 'Last new item' },
    cell: ({ getValue }) => getValue() && <RelativeTime at={getValue()!} />,
  }),
  helper.accessor('next_check_at', {
    id: 'next_check',
    header: COLUMN_NAMES.next_check,
    sortDescFirst: false,
    meta: { track: DATE_TRACK, card: 'none' },
    cell: ({ row, getValue }) => <NextCheck at={getValue()} isPaused={row.original.lifecycle === 'paused'} />,
  }),
  helper.accessor('endpoint_count', {
    id: 'endpoints',
    header: COLUMN_NAMES.endpoints,
    sortDescFirst: true,
    meta: { track: 'minmax(96px, 0.8fr)', card: 'line', cardLabel: 'Endpoints' },
    cell: ({ row }) => <Endpoints source={row.original} />,
  }),
  helper.accessor('country', {
    id: 'country',
    header: COLUMN_NAMES.country,
    sortDescFirst: false,
    meta: { track: 'minmax(84px, 1.2fr)', card: 'line' },
    cell: ({ getValue }) => <ValueList values={getValue() ? [countryName(getValue()!)] : []} />,
  }),
  helper.accessor('languages', {
    id: 'languages',
    header: COLUMN_NAMES.languages,
    sortDescFirst: false,
    meta: { track: 'minmax(92px, 0.8fr)', card: 'line' },
    cell: ({ getValue }) => <ValueList values={getValue().map(languageName)} />,
  }),
  helper.accessor('tags', {
    id: 'tags',
    header: COLUMN_NAMES.tags,
    sortDescFirst: true,
    meta: { track: 'minmax(96px, 1.3fr)', card: 'line', sortedBy: 'Sorted by the number of tags' },
    cell: ({ getValue }) => getValue().length > 0 && <TagList tags={getValue()} max={1} />,
  }),
  helper.accessor('created_at', {
    id: 'created',
    header: COLUMN_NAMES.created,
    sortDescFirst: true,
    meta: { track: DATE_TRACK, card: 'none' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('updated_at', {
    id: 'updated',
    header: COLUMN_NAMES.updated,
    sortDescFirst: true,
    meta: { track: DATE_TRACK, card: 'line', cardLabel: 'Updated' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);

/**
 * The health. The tooltip has the last known health or the cause. Empty for a source that is not
 * checked.
 */
function Health({ health }: { health: SourceRow['health'] }) {
  const now = useNow();
  if (!health) return null;
  return (
    <span title={health.last_known ? lastKnownText(health.last_known, now) : health.reason}>
      <HealthBadge state={health.state} />
    </span>
  );
}

/**
 * Reports whether a check of a source is known to have succeeded. Otherwise, the number of items is
 * unknown, and the chart must not show "None".
 */
function wasRead({ health, last_new_item_at: newest }: SourceRow): boolean {
  return newest !== undefined || ['ok', 'quiet', 'suspect'].includes(health?.state ?? '');
}

/**
 * A chart of the items per day of a source; empty while the numbers load. The service counts items
 * a few minutes after it found them.
 */
function Activity({ source }: { source: SourceRow }) {
  const { counts, isError } = useActivityOf(source.id);
  const now = useNow();
  if (!counts) {
    return isError && <span className={classes.none}>Not available</span>;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    const newest = source.last_new_item_at;
    const isInChart = newest && now.getTime() - Date.parse(newest) < (ACTIVITY_DAYS - 1) * DAY_MS;
    return <span className={classes.none}>{isInChart ? 'Not counted yet' : 'None'}</span>;
  }
  const label = `${formatCount(total, 'item')} in ${counts.length} days, ${formatNumber(counts.at(-1)!)} today`;
  return <Sparkline values={counts} label={label} />;
}

/** Shows the number and kinds of endpoints, such as "3 · RSS, Atom". */
function Endpoints({ source }: { source: SourceRow }) {
  if (source.endpoint_count === 0) return <span className={classes.none}>None</span>;
  const kinds = source.endpoint_kinds.map((kind) => labelOf(ENDPOINT_KIND, kind)).join(', ');
  return (
    <span title={kinds}>
      {formatNumber(source.endpoint_count)} <span className={classes.kinds}>· {kinds}</span>
    </span>
  );
}

/** Shows the first value and the number of the other ones. The tooltip has all values. */
function ValueList({ values }: { values: string[] }) {
  const [first, ...rest] = values;
  if (first === undefined) return null;
  return (
    <span title={values.join(', ')}>
      {first}
      {rest.length > 0 && <span className={classes.kinds}> +{rest.length}</span>}
    </span>
  );
}
