import { Anchor } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { ImportRow } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { TagList } from '@/components/TagList';
import { paths } from '@/lib/paths';
import classes from './columns.module.css';
import { ResultBadge } from './states';

const helper = createColumnHelper<DataTableFeatures, ImportRow>();
const plain = { enableSorting: false };

/** The outlines of a list, a row each, with what became of them. */
export const rowColumns = helper.columns([
  helper.accessor('line', {
    id: 'line',
    header: 'Line',
    ...plain,
    meta: { track: '72px', card: 'line', cardLabel: 'Line', align: 'end' },
    cell: ({ getValue }) => <span className={classes.zero}>{getValue().toLocaleString('en')}</span>,
  }),
  helper.accessor('title', {
    id: 'title',
    header: 'Title',
    ...plain,
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
    cell: ({ getValue }) =>
      getValue() ? <span title={getValue()}>{getValue()}</span> : <span className={classes.zero}>No title</span>,
  }),
  helper.accessor('url', {
    id: 'url',
    header: 'Address',
    ...plain,
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className={classes.address} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('tags', {
    id: 'tags',
    header: 'Tags',
    ...plain,
    meta: { track: 'minmax(0, 1.25fr)', card: 'line' },
    cell: ({ getValue }) => getValue().length > 0 && <TagList tags={getValue()} max={1} />,
  }),
  helper.accessor('result', {
    id: 'result',
    header: 'Result',
    ...plain,
    meta: { track: '132px', card: 'aside' },
    cell: ({ getValue }) => <ResultBadge result={getValue()} />,
  }),
  helper.accessor('reason', {
    id: 'why',
    header: 'Why',
    ...plain,
    meta: { track: 'minmax(0, 1.9fr)', card: 'line' },
    cell: ({ row }) => <Why row={row.original} />,
  }),
  helper.accessor('source_name', {
    id: 'source',
    header: 'Source',
    ...plain,
    meta: { track: 'minmax(0, 1.5fr)', card: 'line' },
    cell: ({ row: { original } }) =>
      original.source_id && (
        <Anchor component={Link} to={paths.source(original.source_id)} title={original.source_name} inherit>
          {original.source_name ?? 'Open it'}
        </Anchor>
      ),
  }),
]);

/** The reason, or what had to be recovered to read the outline at all. */
function Why({ row: { reason, recovered } }: { row: ImportRow }) {
  if (!reason && !recovered) return null;
  return (
    <span className={classes.why} title={reason}>
      {recovered && <span className={classes.recovered}>Recovered{reason ? ': ' : ''}</span>}
      {reason}
    </span>
  );
}
