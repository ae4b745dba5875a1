import { Anchor, Button } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { ImportState, ImportTable, ImportTableRow } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './columns.module.css';
import { TableResultBadge } from './table-results';

const helper = createColumnHelper<DataTableFeatures, ImportTableRow>();

/**
 * The columns of the rows of a table. onEdit opens a row; it is undefined if rows cannot be
 * corrected.
 */
export function tableRowColumns(table: ImportTable | undefined, state: ImportState, onEdit?: (number: number) => void) {
  const hasEnded = ['done', 'undone', 'failed'].includes(state);
  const at = (targets: string[]) => table?.columns.findIndex(({ target }) => targets.includes(target)) ?? -1;
  const name = at(['name']);
  const address = at(['homepage_url', 'feed']);
  return helper.columns([
    helper.accessor('line', {
      id: 'line',
      header: 'Line',
      meta: { track: '72px', card: 'line', cardLabel: 'Line', align: 'end' },
      cell: ({ getValue }) => <span className="dimmed">{formatNumber(getValue())}</span>,
    }),
    helper.accessor((row) => row.cells[name] || row.source_name || row.cells.find(Boolean) || '', {
      id: 'name',
      header: 'Name',
      meta: { track: 'minmax(0, 1.6fr)', card: 'title' },
      cell: ({ row: { original }, getValue }) =>
        original.source_id && (original.result !== 'create' || original.applied === 'changed') ? (
          <Anchor component={Link} to={paths.source(original.source_id)} title={getValue()} inherit>
            {getValue()}
          </Anchor>
        ) : (
          <span title={getValue()}>{getValue()}</span>
        ),
    }),
    helper.accessor((row) => row.cells[address] ?? '', {
      id: 'address',
      header: 'Address',
      meta: { track: 'minmax(0, 1.6fr)', card: 'line' },
      cell: ({ getValue }) => (
        <span className="dimmed" title={getValue()}>
          {getValue()}
        </span>
      ),
    }),
    helper.accessor('result', {
      id: 'result',
      header: 'Result',
      meta: { track: '124px', card: 'aside' },
      cell: ({ row }) => <TableResultBadge row={row.original} hasEnded={hasEnded} isUndone={state === 'undone'} />,
    }),
    helper.accessor('reason', {
      id: 'reason',
      header: 'Reason',
      meta: { track: 'minmax(0, 2.4fr)', card: 'line' },
      cell: ({ row }) => <Reason row={row.original} />,
    }),
    ...(onEdit
      ? [
          helper.display({
            id: 'edit',
            header: '',
            meta: { track: '84px', card: 'line' },
            cell: ({ row: { original } }) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Edit line ${original.line}`}
                onClick={() => onEdit(original.number)}
              >
                Edit
              </Button>
            ),
          }),
        ]
      : []),
  ]);
}

/** Shows the reason of a result or the changed fields, and what was repaired. */
function Reason({ row }: { row: ImportTableRow }) {
  const reason = row.applied_reason ?? row.reason;
  const changed =
    row.result === 'update' ? [...new Set(row.changes.map(({ field }) => field.replaceAll('_', ' ')))] : [];
  return (
    <span className={classes.reason}>
      {reason}
      {!reason && changed.length > 0 && `Changes ${changed.join(', ')}.`}
      {row.repair && (
        <span className={classes.repair}>
          {' '}
          <span className={classes.repaired}>Repaired: </span>
          {row.repair}
        </span>
      )}
    </span>
  );
}
