import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { RelativeTime } from '@/components/RelativeTime';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { madeChange } from '@/entities/suggestion/describe-suggestion';
import { madeChangesQuery } from '@/entities/suggestion/suggestion.queries';
import { useHeldPart } from './hold';
import { Left } from './Left';
import { SourceLink } from './SuggestionGroup';
import classes from './SuggestionGroup.module.css';
import groupClasses from './WorkPage.module.css';

/** The last changes that members accepted or the service applied, each with an undo. */
export function MadeChanges() {
  const { data } = useQuery(madeChangesQuery());
  const canWrite = useCanWrite();
  const decisions = useDecideSuggestions();
  const held = useHeldPart('made changes', data?.items ?? [], ({ id }) => id, { dismissed: decisions.decided });
  if (held.length === 0) return null;
  return (
    <details className={`card ${groupClasses.group}`}>
      <DisclosureSummary>
        <h2 className={groupClasses.title}>Accepted suggestions</h2>
      </DisclosureSummary>
      <p className={groupClasses.meaning}>
        Moves to https and moves within one domain are applied automatically. “Undo” reverts the change.
      </p>
      <FailureNotes decisions={decisions} />
      <ul className={`list divided ${groupClasses.sources}`} aria-label="Accepted suggestions">
        {held.map(({ item: suggestion, hasLeft }) => (
          <li key={suggestion.id} className={classes.row} data-left={hasLeft || undefined}>
            <span className={`row ${classes.source}`}>
              <SourceLink suggestion={suggestion} />
            </span>
            <span>
              {madeChange(suggestion)}. <Decided suggestion={suggestion} />
            </span>
            {hasLeft && <Left />}
            {canWrite && !hasLeft && (
              <Button
                size="compact-sm"
                variant="default"
                loading={decisions.pendingOf(suggestion) === 'undo'}
                onClick={() => decisions.decide('undo', [suggestion])}
                aria-label={`Undo for ${suggestion.source_name}`}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** "Accepted by Ada Editor 5 min ago". */
function Decided({ suggestion: { state, decided_at: at, decided_by: by } }: { suggestion: Suggestion }) {
  return (
    <span className="hint">
      {state === 'applied' ? 'Applied automatically' : `Accepted${by ? ` by ${by}` : ''}`}
      {at && (
        <>
          {' '}
          <RelativeTime at={at} />
        </>
      )}
    </span>
  );
}
