import { VisuallyHidden } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { use } from 'react';
import type { ChangeItem, RebasedItem } from '@/api/gen/types.gen';
import { ItemResultBadge } from '@/components/change-set/badges';
import { ChangedFields } from '@/components/change-set/ChangedFields';
import { ItemTarget } from '@/components/change-set/ItemTarget';
import type { DataTableFeatures } from '@/components/data-table';
import { CHANGE_ITEM_RESULT } from '@/entities/change-set/labels';
import { labelOf } from '@/lib/labels';
import classes from './changes.module.css';
import { SelectedItems } from './selected-items';

const helper = createColumnHelper<DataTableFeatures, ChangeItem>();
const unsortable = { enableSorting: false };

/** The columns of the table of items; the first one selects them. */
export const itemColumns = helper.columns([
  helper.display({
    id: 'select',
    header: () => <VisuallyHidden>Select</VisuallyHidden>,
    ...unsortable,
    meta: { track: '40px', card: 'lead' },
    cell: ({ row }) => <SelectItem item={row.original} />,
  }),
  helper.accessor((item) => item.target.name, {
    id: 'target',
    header: 'Source',
    ...unsortable,
    meta: { track: 'minmax(0, 1.5fr)', card: 'title' },
    cell: ({ row }) => <ItemTarget item={row.original} />,
  }),
  helper.accessor('changes', {
    id: 'changes',
    header: 'Before → after',
    ...unsortable,
    meta: { track: 'minmax(0, 3fr)', card: 'line' },
    cell: ({ row }) => (
      <>
        <ChangedFields changes={row.original.changes} isCreated={row.original.action === 'create'} />
        {row.original.rebased && <Rebased rebased={row.original.rebased} />}
      </>
    ),
  }),
  helper.accessor('result', {
    id: 'result',
    header: 'Result',
    ...unsortable,
    meta: { track: '150px', card: 'aside' },
    cell: ({ getValue }) => <ItemResultBadge result={getValue()} />,
  }),
  helper.accessor('reason', {
    id: 'reason',
    header: 'Reason',
    ...unsortable,
    meta: { track: 'minmax(0, 1.5fr)', card: 'line' },
    cell: ({ getValue }) => getValue() && <span className={`breakable ${classes.reason}`}>{getValue()}</span>,
  }),
]);

/** What a stale item of a proposal becomes if it is rebased on the current values. */
function Rebased({ rebased: { changes, result, reason } }: { rebased: RebasedItem }) {
  return (
    <div className={classes.rebased}>
      Changed since. On the current values:{' '}
      {result === 'pending' ? <ChangedFields changes={changes} /> : reason || labelOf(CHANGE_ITEM_RESULT, result)}
    </div>
  );
}

function SelectItem({ item: { number, target, result } }: { item: ChangeItem }) {
  const { selected, setSelected, selectable } = use(SelectedItems);
  if (result !== selectable) return null;
  function toggle(isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(number);
    else next.delete(number);
    setSelected(next);
  }
  return (
    <input
      type="checkbox"
      className="checkbox"
      aria-label={`Select ${target.type === 'endpoint' ? 'endpoint ' : ''}${target.name}`}
      checked={selected.has(number)}
      onChange={(event) => toggle(event.currentTarget.checked)}
    />
  );
}
