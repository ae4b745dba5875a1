import { Button } from '@mantine/core';
import { useProposes } from '@/auth/member';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SaveBar, SaveShortcut } from '@/components/form/SaveBar';
import { formatCount } from '@/lib/format-count';
import { AddFeedsErrorNote } from './AddFeedsErrorNote';
import type { SaveAction, SaveProblem } from './use-save';

interface Props {
  /** The existing source that the endpoints are added to, if any. */
  targetName: string | undefined;
  endpointCount: number;
  hasNext: boolean;
  /** The action in progress. */
  action: SaveAction | null;
  isBusy: boolean;
  problem: SaveProblem | null;
  onSaveDraft: () => void;
}

/**
 * The actions of the open entry: adding endpoints to an existing source, or saving a new source.
 */
export function AddSaveBar({ targetName, endpointCount, hasNext, action, isBusy, problem, onSaveDraft }: Props) {
  const proposes = useProposes();
  const note =
    problem &&
    (problem.feeds ? (
      <AddFeedsErrorNote results={problem.feeds} />
    ) : (
      <ProblemNote error={problem.error} unassigned={problem.unassigned} />
    ));
  return (
    <SaveBar
      problem={note}
      status={
        <>
          {proposes && 'An editor must approve your proposal. '}
          <SaveShortcut />
        </>
      }
    >
      {targetName !== undefined ? (
        <Button type="submit" loading={action === 'feeds'} disabled={isBusy || endpointCount === 0}>
          {endpointCount === 0
            ? 'No new endpoint selected'
            : `${proposes ? 'Propose' : 'Add'} ${formatCount(endpointCount, 'endpoint')} to ${truncate(targetName)}`}
        </Button>
      ) : (
        <>
          <Button variant="default" loading={action === 'draft'} disabled={isBusy} onClick={onSaveDraft}>
            {proposes ? 'Propose as draft' : 'Save as draft'}
          </Button>
          <Button type="submit" loading={action === 'active'} disabled={isBusy}>
            {proposes
              ? hasNext
                ? 'Propose and open next'
                : 'Propose source'
              : hasNext
                ? 'Save and open next'
                : 'Save and start'}
          </Button>
        </>
      )}
    </SaveBar>
  );
}

const MAX_NAME_LENGTH = 32;

function truncate(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
