import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { approvalRuleQuery } from '@/entities/change-set/approval.queries';
import { expectedApproval } from '@/entities/change-set/expected-approval';
import { useUndoImport } from '@/entities/import/import.queries';
import { formatCount } from '@/lib/format-count';

/** Undoes a finished import, after a confirmation. */
export function UndoImport({ importRun }: { importRun: Import }) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useCanWrite();
  const undo = useUndoImport(importRun.id);
  const { data: rule } = useQuery(approvalRuleQuery());
  const approval = expectedApproval(rule, changedBy(importRun));
  const isTable = importRun.counts !== undefined;
  // A failed table was rejected or cancelled and changed nothing.
  const hasEnded = importRun.state === 'done' || (importRun.state === 'failed' && !isTable);
  const hasChanged = changedBy(importRun) > 0;
  if (!canWrite || !hasChanged || !hasEnded || importRun.undo_id) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Undo import
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Undo this import?"
        action={approval.isProposed ? 'Propose undo' : 'Undo import'}
        onConfirm={() => undo.mutateAsync()}
      >
        {isTable
          ? 'This archives the sources and retires the endpoints that the import created, and restores the values that it changed.'
          : 'This archives the sources and retires the endpoints that the import created, and removes the tags that it added.'}{' '}
        What was changed since then is kept. You can undo this, too. {approval.text}
      </ConfirmModal>
    </>
  );
}

/** Returns the result of an undo as a sentence. */
export function undoneText({ counts, removed = 0, created }: Import): string {
  if (counts) return 'The import was undone. The rows show its results before that.';
  const kept =
    created > 0
      ? ` ${formatCount(created, 'endpoint changed since the import was', 'endpoints changed since the import were')} kept.`
      : '';
  return `The import was undone: ${formatCount(removed, 'endpoint')} removed.${kept}`;
}

/** Returns the number of rows that changed the register. */
function changedBy({ created, updated = 0 }: Pick<Import, 'created' | 'updated'>): number {
  return created + updated;
}
