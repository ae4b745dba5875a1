import { createColumnHelper } from '@tanstack/react-table';
import type { Import } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { RelativeTime } from '@/components/RelativeTime';
import { RowLink } from '@/components/RowLink';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { ImportStateBadge } from './states';
import { leftRows } from './table-results';

const helper = createColumnHelper<DataTableFeatures, Import>();

/** Returns the counts of an import. Those of a table are the results of its rows. */
function countsOf(importRun: Import) {
  const { counts, created, updated = 0, exists, recovered, invalid } = importRun;
  const left = leftRows(importRun);
  if (!counts) return { created, updated, left, exists, recovered, invalid };
  return {
    created,
    updated,
    left,
    exists: counts.unchanged + counts.duplicate,
    recovered: counts.repaired,
    invalid: counts.invalid + counts.conflict,
  };
}

function countColumn(field: keyof ReturnType<typeof countsOf>, header: string) {
  return helper.accessor((row) => countsOf(row)[field], {
    id: field,
    header,
    meta: { track: 'minmax(84px, 0.7fr)', card: 'line', cardLabel: header, align: 'end' },
    cell: ({ getValue }) => <span className={getValue() === 0 ? 'dimmed' : undefined}>{formatNumber(getValue())}</span>,
  });
}

/** The columns of the table of imports. */
export const importColumns = helper.columns([
  helper.accessor('filename', {
    id: 'filename',
    header: 'File',
    meta: { track: 'minmax(0, 2.4fr)', card: 'title' },
    cell: ({ row, getValue }) => (
      <RowLink to={paths.import(row.original.id)} title={getValue()}>
        {getValue()}
      </RowLink>
    ),
  }),
  helper.accessor('state', {
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(104px, 0.9fr)', card: 'aside' },
    cell: ({ row }) => <ImportStateBadge importRun={row.original} />,
  }),
  countColumn('created', 'Created'),
  countColumn('updated', 'Updated'),
  countColumn('left', 'Not applied'),
  countColumn('exists', 'Existing'),
  countColumn('recovered', 'Repaired'),
  countColumn('invalid', 'Invalid'),
  helper.accessor((row) => row.created_by.name || row.created_by.email, {
    id: 'by',
    header: 'Imported by',
    meta: { track: 'minmax(0, 1.2fr)', card: 'line', cardLabel: 'Imported by' },
    cell: ({ row, getValue }) => <span title={row.original.created_by.email}>{getValue()}</span>,
  }),
  helper.accessor('created_at', {
    id: 'at',
    header: 'Started',
    meta: { track: 'minmax(120px, 0.8fr)', card: 'line' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);
