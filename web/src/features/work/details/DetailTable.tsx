import { useTable } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import type { Suggestion } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { KeyHint } from '@/components/KeyHint';
import type { Decisions } from '@/components/suggestion/use-decide-suggestions';
import type { HeldOrder } from '@/components/use-held-order';
import { DecisionsContext, editorColumns, viewerColumns } from './detail-columns';
import classes from './details.module.css';
import { useRowKeys } from './use-row-keys';

interface Props {
  rows: HeldOrder<Suggestion>['items'] | undefined;
  busy: boolean;
  decisions: Decisions;
}

/**
 * The table of suggestions for details of sources. Keys accept or dismiss that of the focused row.
 */
export function DetailTable({ rows, busy, decisions }: Props) {
  const canWrite = useCanWrite();
  const region = useRef<HTMLDivElement>(null);
  const suggestions = useMemo(() => rows?.map(({ item }) => item), [rows]);
  const leftIds = new Set(rows?.flatMap(({ item, hasLeft }) => (hasLeft ? [item.id] : [])));
  const table = useTable({
    features: dataTableFeatures,
    columns: canWrite ? editorColumns : viewerColumns,
    data: suggestions ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  useRowKeys(region, canWrite ? suggestions : undefined, (decision, suggestion) => {
    if (!leftIds.has(suggestion.id)) decisions.decide(decision, [suggestion]);
  });
  return (
    <div ref={region}>
      {canWrite && rows && rows.length > 0 && (
        <p className={classes.keys}>
          <KeyHint keys={['↑', '↓']}>to move,</KeyHint> <KeyHint keys={['A']}>to accept,</KeyHint>{' '}
          <KeyHint keys={['D']}>to dismiss</KeyHint>
        </p>
      )}
      <DecisionsContext value={{ decisions, leftIds }}>
        <DataTable table={table} label="Details of sources" busy={busy} pendingRows={rows ? 0 : 10} />
      </DecisionsContext>
    </div>
  );
}
