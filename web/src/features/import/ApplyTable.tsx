import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useApplyTable, useDiscardTable } from '@/entities/import/import-table.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';

/** Applies or discards a staged table. */
export function ApplyTable({ importRun }: { importRun: Import }) {
  const { id, counts } = importRun;
  const [isDiscarding, setDiscarding] = useState(false);
  const proposes = useProposes();
  const navigate = useNavigate();
  const apply = useApplyTable(id);
  const discard = useDiscardTable(id);
  const changing = (counts?.create ?? 0) + (counts?.update ?? 0);
  const left = (counts?.conflict ?? 0) + (counts?.invalid ?? 0);
  return (
    <>
      {apply.error && <ProblemNote error={apply.error} />}
      <div className="wrap">
        <Button
          loading={apply.isPending || apply.isSuccess}
          disabled={changing === 0}
          onClick={() => !apply.isPending && apply.mutate()}
        >
          {proposes ? 'Propose' : 'Apply'} {formatCount(changing, 'row')}
        </Button>
        <Button variant="default" onClick={() => setDiscarding(true)}>
          Discard table
        </Button>
        {left > 0 && (
          <span className="dimmed">{formatCount(left, 'row is', 'rows are')} left out until you correct them.</span>
        )}
      </div>
      <ConfirmModal
        opened={isDiscarding}
        onClose={() => setDiscarding(false)}
        title="Discard this table?"
        action="Discard table"
        onConfirm={async () => {
          await discard.mutateAsync();
          await navigate(paths.imports);
        }}
      >
        Your corrections are lost. The register is not changed.
      </ConfirmModal>
    </>
  );
}
