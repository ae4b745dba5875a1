import { createColumnHelper } from '@tanstack/react-table';
import { use, useEffect, useRef } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { SelectionContext } from './selection';

/** The checkboxes that select sources. */
export const selectionColumn = createColumnHelper<DataTableFeatures, SourceRow>().display({
  id: 'select',
  header: () => <SelectAll />,
  enableSorting: false,
  meta: { track: '40px', card: 'lead' },
  cell: ({ row }) => <SelectRow source={row.original} />,
});

function SelectAll() {
  const { ids, shown, toggle } = use(SelectionContext);
  const box = useRef<HTMLInputElement>(null);
  const selected = shown.filter((id) => ids.has(id)).length;
  const isAll = shown.length > 0 && selected === shown.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      className="checkbox"
      aria-label="Select all sources of this page"
      checked={isAll}
      onChange={() => toggle(shown, !isAll)}
    />
  );
}

function SelectRow({ source: { id, name } }: { source: SourceRow }) {
  const { ids, toggleRow } = use(SelectionContext);
  return (
    <input
      type="checkbox"
      className="checkbox"
      aria-label={`Select ${name}`}
      checked={ids.has(id)}
      onChange={(event) => {
        const { shiftKey } = event.nativeEvent as MouseEvent; // browsers send the change with the click
        toggleRow(id, event.currentTarget.checked, shiftKey);
      }}
    />
  );
}
