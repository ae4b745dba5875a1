import { Button } from '@mantine/core';
import type { Suggestion } from '@/api/gen/types.gen';
import { suggestedAction } from './describe-suggestion';
import classes from './suggestion.module.css';
import type { Decision } from './use-decide-suggestions';

interface Props {
  suggestion: Suggestion;
  /** The decision that is being saved. */
  pending: Decision | null;
  onDecide: (decision: Decision) => void;
}

/** The buttons that accept or dismiss a suggestion. */
export function SuggestionButtons({ suggestion, pending, onDecide }: Props) {
  const what = `${suggestion.source_name}: ${suggestedAction(suggestion)}`;
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="light"
        loading={pending === 'accept'}
        disabled={pending !== null && pending !== 'accept'}
        onClick={() => onDecide('accept')}
        aria-label={`Accept for ${what}`}
      >
        Accept
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={pending === 'dismiss'}
        disabled={pending !== null && pending !== 'dismiss'}
        onClick={() => onDecide('dismiss')}
        aria-label={`Dismiss for ${what}`}
      >
        Dismiss
      </Button>
    </span>
  );
}
