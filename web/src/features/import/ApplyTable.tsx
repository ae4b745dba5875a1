import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Import } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { ProblemNote } from '@/components/form/ProblemNote';
import { approvalRuleQuery } from '@/entities/change-set/approval.queries';
import { expectedApproval } from '@/entities/change-set/expected-approval';
import { useApplyTable } from '@/entities/import/import-table.queries';
import { formatCount } from '@/lib/format-count';
import { DiscardTable } from './DiscardTable';

interface Props {
  importRun: Import;
  /** A person has chosen other columns, which the rows do not have yet. */
  hasUnusedColumns: boolean;
}

/** Applies or discards a staged table. */
export function ApplyTable({ importRun, hasUnusedColumns }: Props) {
  const { id, counts } = importRun;
  const proposes = useProposes();
  const apply = useApplyTable(id);
  const changing = (counts?.create ?? 0) + (counts?.update ?? 0);
  const { data: rule } = useQuery(approvalRuleQuery());
  const approval = expectedApproval(rule, changing);
  const left = (counts?.conflict ?? 0) + (counts?.invalid ?? 0);
  return (
    <>
      {apply.error && <ProblemNote error={apply.error} />}
      <div className="wrap">
        <Button
          loading={apply.isPending || apply.isSuccess}
          disabled={changing === 0 || hasUnusedColumns}
          onClick={() => !apply.isPending && apply.mutate()}
        >
          {proposes || approval.isProposed ? 'Propose' : 'Apply'} {formatCount(changing, 'row')}
        </Button>
        <DiscardTable id={id} />
        {hasUnusedColumns && <span>You have changed the columns. Use them before you apply the table.</span>}
        {left > 0 && (
          <span className="dimmed">{formatCount(left, 'row is', 'rows are')} left out until corrected.</span>
        )}
        {!proposes && approval.text && <span className="dimmed">{approval.text}</span>}
      </div>
    </>
  );
}
