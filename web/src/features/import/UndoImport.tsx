import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { useUndoImport } from '@/entities/import/import.queries';
import { formatCount } from '@/lib/format-count';

/** Removes the sources and endpoints that a finished import created, after a confirmation. */
export function UndoImport({ importRun }: { importRun: Import }) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useCanWrite();
  const undo = useUndoImport(importRun.id);
  if (!canWrite || importRun.created === 0 || (importRun.state !== 'done' && importRun.state !== 'failed')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Undo import
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Undo this import?"
        action="Undo import"
        onConfirm={() => undo.mutateAsync()}
      >
        This removes the sources and endpoints that the import created. Sources and endpoints that were changed since
        then are kept.
      </ConfirmModal>
    </>
  );
}

/** Returns the result of an undo as a sentence. */
export function undoneText({ removed = 0, created }: Pick<Import, 'removed' | 'created'>): string {
  const kept =
    created > 0
      ? ` ${formatCount(created, 'endpoint changed since the import was', 'endpoints changed since the import were')} kept.`
      : '';
  return `The import was undone: ${formatCount(removed, 'endpoint')} removed.${kept}`;
}
