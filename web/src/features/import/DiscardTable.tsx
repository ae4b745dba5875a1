import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmModal } from '@/components/ConfirmModal';
import { useDiscardTable } from '@/entities/import/import-table.queries';
import { paths } from '@/lib/paths';

/** Discards a table that was not applied. */
export function DiscardTable({ id }: { id: string }) {
  const [isDiscarding, setDiscarding] = useState(false);
  const navigate = useNavigate();
  const discard = useDiscardTable(id);
  return (
    <>
      <Button variant="default" onClick={() => setDiscarding(true)}>
        Discard table
      </Button>
      <ConfirmModal
        opened={isDiscarding}
        onClose={() => setDiscarding(false)}
        title="Discard this table?"
        action="Discard table"
        onConfirm={async () => {
          await discard.mutateAsync();
          await navigate(paths.imports, { replace: true }); // Back would show an import that does not exist
        }}
      >
        The table and any corrections are deleted. The register is not changed.
      </ConfirmModal>
    </>
  );
}
