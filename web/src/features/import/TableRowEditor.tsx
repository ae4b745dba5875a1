import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ImportTableColumn, ImportTableRow } from '@/api/gen/types.gen';
import { ChangedFields } from '@/components/change-set/ChangedFields';
import { ProblemNote } from '@/components/form/ProblemNote';
import { Note } from '@/components/Note';
import { SidePanel } from '@/components/SidePanel';
import { useUpdateTableRow } from '@/entities/import/import-table.queries';
import { TableResultBadge } from './table-results';

interface Props {
  importId: string;
  row: ImportTableRow;
  columns: ImportTableColumn[];
  onClose: () => void;
}

/** Corrects or skips a row of a staged table, and shows what it changes. */
export function TableRowEditor({ importId, row, columns, onClose }: Props) {
  const [cells, setCells] = useState(row.cells);
  const update = useUpdateTableRow(importId);
  const isChanged = cells.some((cell, at) => cell !== row.cells[at]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (update.isPending || !isChanged) return;
    update.mutate({ number: row.number, cells }, { onSuccess: (saved) => setCells(saved.cells) });
  }
  return (
    <SidePanel title={`Line ${row.line}`} onClose={onClose}>
      <div role="status" className="stack-8">
        <TableResultBadge row={row} />
        {row.reason && (
          <Note tone={row.result === 'invalid' || row.result === 'conflict' ? 'warn' : 'info'}>{row.reason}</Note>
        )}
      </div>
      <form className="stack-12" onSubmit={submit}>
        {columns.map(({ header, target }, at) => (
          <TextInput
            key={at}
            label={header}
            description={target === 'ignore' || target === 'report' ? 'Ignored' : undefined}
            value={cells[at] ?? ''}
            onChange={({ currentTarget }) => setCells(cells.with(at, currentTarget.value))}
          />
        ))}
        {update.error && <ProblemNote error={update.error} />}
        <div className="wrap">
          <Button type="submit" disabled={!isChanged} loading={update.isPending}>
            Save row
          </Button>
          <Button
            variant="default"
            disabled={update.isPending}
            onClick={() => update.mutate({ number: row.number, skipped: !row.skipped })}
          >
            {row.skipped ? 'Include row' : 'Skip row'}
          </Button>
        </div>
      </form>
      <RowChanges row={row} />
    </SidePanel>
  );
}

/** Shows the changes of a row by source and endpoint. */
function RowChanges({ row: { changes } }: { row: ImportTableRow }) {
  const targets = new Map<string, typeof changes>();
  for (const change of changes) {
    const key = `${change.target_type} ${change.target_name}`;
    targets.set(key, [...(targets.get(key) ?? []), change]);
  }
  if (targets.size === 0) return null;
  return (
    <section aria-label="Changes" className="stack-12">
      <h3 className="heading">What it changes</h3>
      {[...targets].map(([key, list]) => (
        <div key={key} className="breakable">
          <strong>{list[0]?.target_name}</strong>{' '}
          <span className="dimmed">
            {list[0]?.action === 'create' ? 'new ' : ''}
            {list[0]?.target_type}
          </span>
          <ChangedFields changes={list} isCreated={list[0]?.action === 'create'} />
        </div>
      ))}
    </section>
  );
}
