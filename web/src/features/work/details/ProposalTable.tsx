import { useTable } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import type { Proposal } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { KeyHint } from '@/components/KeyHint';
import type { Decision } from '@/components/proposal/use-decide';
import type { HeldOrder } from '@/components/use-held-order';
import classes from './details.module.css';
import { DecisionsContext, editorColumns, viewerColumns } from './proposal-columns';
import { useRowKeys } from './use-row-keys';

interface Props {
  rows: HeldOrder<Proposal>['items'] | undefined;
  busy: boolean;
  pending: ReadonlyMap<string, Decision>;
  onDecide: (decision: Decision, proposal: Proposal) => void;
}

/** The table of proposals. Keys decide the focused row. */
export function ProposalTable({ rows, busy, pending, onDecide }: Props) {
  const canWrite = useCanWrite();
  const region = useRef<HTMLDivElement>(null);
  const proposals = useMemo(() => rows?.map(({ item }) => item), [rows]);
  const left = new Set(rows?.flatMap(({ item, hasLeft }) => (hasLeft ? [item.id] : [])));
  const table = useTable({
    features: dataTableFeatures,
    columns: canWrite ? editorColumns : viewerColumns,
    data: proposals ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  useRowKeys(region, canWrite ? proposals : undefined, (decision, proposal) => {
    if (!left.has(proposal.id)) onDecide(decision, proposal);
  });
  return (
    <div ref={region}>
      {canWrite && rows && rows.length > 0 && (
        <p className={classes.keys}>
          <KeyHint keys={['↑', '↓']}>to move,</KeyHint> <KeyHint keys={['A']}>to accept,</KeyHint>{' '}
          <KeyHint keys={['D']}>to dismiss</KeyHint>
        </p>
      )}
      <DecisionsContext value={{ pending, left, run: onDecide }}>
        <DataTable table={table} label="Details of sources" busy={busy} pendingRows={rows ? 0 : 10} />
      </DecisionsContext>
    </div>
  );
}
