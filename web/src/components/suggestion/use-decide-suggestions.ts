import { useState } from 'react';
import type { Suggestion, SuggestionOutcome } from '@/api/gen/types.gen';
import { notifyError, notifySuccess, notifyWithUndo } from '@/components/notify';
import { describeOutcome } from '@/entities/suggestion/describe-suggestion';
import { useSuggestionDecisions, type Decision } from '@/entities/suggestion/suggestion.mutations';
import { notifyProposedSuggestions } from './notify-proposed-suggestions';

export type Decisions = ReturnType<typeof useDecideSuggestions>;

/**
 * Accepts, dismisses or undoes suggestions. A message with an Undo button says what was done,
 * except for proposed suggestions, and for dismissed ones of the kinds field and other_outlet,
 * which cannot be undone.
 * `failures` are the suggestions that could not be decided, the last ones first; `decided` are the
 * ids of all that were decided here.
 */
export function useDecideSuggestions() {
  const { decide: send, refetch } = useSuggestionDecisions();
  const [pending, setPending] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<SuggestionOutcome[]>([]);

  async function run(decision: Decision, suggestions: Suggestion[]): Promise<void> {
    const byId = new Map(suggestions.map((suggestion) => [suggestion.id, suggestion]));
    const isOther = (id: string) => !byId.has(id);
    setPending((before) => new Map([...before, ...[...byId.keys()].map((id) => [id, decision] as const)]));
    setFailures((before) => before.filter(({ id }) => isOther(id)));
    try {
      const outcomes = (await send(decision, [...byId.keys()])).map((outcome) => ({
        ...namesOf(byId, outcome),
        ...outcome,
      }));
      setFailures((before) => [...outcomes.filter(({ detail }) => detail), ...before]);
      notifyProposedSuggestions(outcomes);
      report(
        decision,
        outcomes.filter(
          ({ id, detail, proposal_id }) =>
            !detail && !proposal_id && !(decision === 'dismiss' && isFinal(byId.get(id))),
        ),
        byId,
      );
    } catch (error) {
      notifyError('The decision was not saved', error);
    } finally {
      setPending((before) => new Map([...before].filter(([id]) => isOther(id))));
      refetch(suggestions.map(({ source_id: id }) => id));
    }
  }

  function report(decision: Decision, done: SuggestionOutcome[], byId: ReadonlyMap<string, Suggestion>) {
    if (done.length === 0) return;
    if (decision === 'undo') notifySuccess(describeOutcome(done));
    else
      notifyWithUndo(
        describeOutcome(done),
        () =>
          void run(
            'undo',
            done.map(({ id }) => byId.get(id)!),
          ),
      );
  }

  function addDecided(suggestions: Suggestion[]) {
    setDecided((before) => new Set([...before, ...suggestions.map(({ id }) => id)]));
  }

  return {
    failures,
    decided,
    isPending: pending.size > 0,
    /** Returns the decision about a suggestion that is being saved, or null. */
    pendingOf: ({ id }: Suggestion): Decision | null => pending.get(id) ?? null,
    decide: (decision: Decision, suggestions: Suggestion[]) => {
      const open = suggestions.filter(({ id }) => !pending.has(id));
      addDecided(open);
      if (open.length > 0) void run(decision, open);
    },
    addDecided,
    addFailures: (more: SuggestionOutcome[]) => setFailures((before) => [...more, ...before]),
    clearFailures: () => setFailures([]),
  };
}

/** Reports whether the dismissal of a suggestion cannot be undone. */
function isFinal(suggestion?: Suggestion): boolean {
  return suggestion !== undefined && ['field', 'other_outlet'].includes(suggestion.kind);
}

/** Returns the names of an outcome that has none, because the suggestion no longer exists. */
function namesOf(byId: ReadonlyMap<string, Suggestion>, { id }: SuggestionOutcome): Partial<SuggestionOutcome> {
  const known = byId.get(id);
  return known ? { source_id: known.source_id, source_name: known.source_name, field: known.field } : {};
}
