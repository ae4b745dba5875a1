import { Button } from '@mantine/core';
import type { Import } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useApplyTable } from '@/entities/import/import-table.queries';
import { formatCount } from '@/lib/format-count';
import { DiscardTable } from './DiscardTable';

/** Applies or discards a staged table. */
export function ApplyTable({ importRun }: { importRun: Import }) {
  const { id, counts } = importRun;
  const proposes = useProposes();
  const apply = useApplyTable(id);
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
        <DiscardTable id={id} />
        {left > 0 && (
          <span className="dimmed">{formatCount(left, 'row is', 'rows are')} left out until corrected.</span>
        )}
      </div>
    </>
  );
}
