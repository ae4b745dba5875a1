import { Anchor } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { ImportRow } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { TagList } from '@/components/TagList';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './columns.module.css';
import { ResultBadge } from './states';

const helper = createColumnHelper<DataTableFeatures, ImportRow>();

/** The columns of the table of import rows. */
export const rowColumns = helper.columns([
  helper.accessor('line', {
    id: 'line',
    header: 'Line',
    meta: { track: '72px', card: 'line', cardLabel: 'Line', align: 'end' },
    cell: ({ getValue }) => <span className="dimmed">{formatNumber(getValue())}</span>,
  }),
  helper.accessor('title', {
    id: 'title',
    header: 'Title',
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
    cell: ({ getValue }) =>
      getValue() ? <span title={getValue()}>{getValue()}</span> : <span className="dimmed">No title</span>,
  }),
  helper.accessor('url', {
    id: 'url',
    header: 'Address',
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className="dimmed" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('tags', {
    id: 'tags',
    header: 'Tags',
    meta: { track: 'minmax(0, 1.25fr)', card: 'line' },
    cell: ({ getValue }) => getValue().length > 0 && <TagList tags={getValue()} max={1} />,
  }),
  helper.accessor('result', {
    id: 'result',
    header: 'Result',
    meta: { track: '132px', card: 'aside' },
    cell: ({ getValue }) => <ResultBadge result={getValue()} />,
  }),
  helper.accessor('reason', {
    id: 'reason',
    header: 'Reason',
    meta: { track: 'minmax(0, 1.9fr)', card: 'line' },
    cell: ({ row }) => <Reason row={row.original} />,
  }),
  helper.accessor('source_name', {
    id: 'source',
    header: 'Source',
    meta: { track: 'minmax(0, 1.5fr)', card: 'line' },
    cell: ({ row: { original } }) =>
      original.source_id && (
        <Anchor component={Link} to={paths.source(original.source_id)} title={original.source_name} inherit>
          {original.source_name ?? 'Open source'}
        </Anchor>
      ),
  }),
]);

/** Shows the reason of a result and what was repaired, which are independent of each other. */
function Reason({ row: { reason, repair, recovered } }: { row: ImportRow }) {
  if (!reason && !recovered) return null;
  return (
    <span className={classes.reason} title={[repair && `Repaired: ${repair}`, reason].filter(Boolean).join('\n')}>
      {recovered && (
        <span className={classes.repair}>
          <span className={classes.repaired}>Repaired{repair ? ': ' : '. '}</span>
          {repair}
        </span>
      )}
      {recovered && reason && ' '}
      {reason}
    </span>
  );
}
