import { Button } from '@mantine/core';
import type { Problem } from '@/api/gen/types.gen';
import type { ApiProblem } from '@/api/problem';
import { formatCount, formatNumber } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { Note } from '../Note';

type Selection = NonNullable<Problem['selection']>;

interface Props {
  problem: ApiProblem;
  isPending: boolean;
  error: unknown;
  onPreview: () => void;
  onClose: () => void;
}

/** Says how the selected sources differ from those of the preview, and offers a new preview. */
export function SelectionChanged({ problem, isPending, error, onPreview, onClose }: Props) {
  const { selection } = problem.body;
  return (
    <div className="stack-16">
      <Note tone="warn">
        <strong>Other sources match now, so nothing was changed.</strong>
        {selection && ` ${selectionText(selection)}`}
      </Note>
      {error ? <ProblemNote error={error} /> : null}
      <div className="wrap">
        <Button loading={isPending} onClick={onPreview}>
          Preview again
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function selectionText({ matches, expected, added, removed }: Selection): string {
  const counts = `${formatCount(matches, 'source matches', 'sources match')} instead of ${formatNumber(expected)}`;
  if (added === undefined || removed === undefined) return `${counts}.`;
  return `${counts}: ${formatNumber(added)} more and ${formatNumber(removed)} fewer.`;
}
