import { useTable } from '@tanstack/react-table';
import { useRef } from 'react';
import type { Proposal } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { KeyHint } from '@/components/KeyHint';
import type { Decision } from '@/components/proposal/use-decide';
import { useRowKeys } from './use-row-keys';
import { DecisionsContext, editorColumns, viewerColumns } from './proposal-columns';
import classes from './details.module.css';

interface Props {
  rows: Proposal[] | undefined;
  busy: boolean;
  pending: ReadonlyMap<string, Decision>;
  onDecide: (decision: Decision, proposal: Proposal) => void;
}

/** The table of proposals. Keys decide the focused row. */
export function ProposalTable({ rows, busy, pending, onDecide }: Props) {
  const canWrite = useCanWrite();
  const region = useRef<HTMLDivElement>(null);
  const table = useTable({
    features: dataTableFeatures,
    columns: canWrite ? editorColumns : viewerColumns,
    data: rows ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  useRowKeys(region, canWrite ? rows : undefined, onDecide);
  return (
    <div ref={region}>
      {canWrite && rows && rows.length > 0 && (
        <p className={classes.keys}>
          <KeyHint keys={['↑', '↓']}>to move,</KeyHint> <KeyHint keys={['A']}>to accept,</KeyHint>{' '}
          <KeyHint keys={['D']}>to dismiss</KeyHint>
        </p>
      )}
      <DecisionsContext value={{ pending, run: onDecide }}>
        <DataTable table={table} label="Details of sources" busy={busy} pendingRows={rows ? 0 : 10} />
      </DecisionsContext>
    </div>
  );
}
