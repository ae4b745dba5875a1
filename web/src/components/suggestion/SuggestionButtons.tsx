import { Button } from '@mantine/core';
import type { Suggestion } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { suggestedAction } from './describe-suggestion';
import classes from './suggestion.module.css';
import type { useDecideSuggestions } from './use-decide-suggestions';

interface Props {
  suggestion: Suggestion;
  decisions: ReturnType<typeof useDecideSuggestions>;
}

/** The buttons that accept or dismiss a suggestion; nothing for a viewer. */
export function SuggestionButtons({ suggestion, decisions }: Props) {
  const canWrite = useCanWrite();
  if (!canWrite) return null;
  const pending = decisions.pendingOf(suggestion);
  const what = `${suggestion.source_name}: ${suggestedAction(suggestion)}`;
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="light"
        loading={pending === 'accept'}
        disabled={pending !== null && pending !== 'accept'}
        onClick={() => decisions.decide('accept', [suggestion])}
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
        onClick={() => decisions.decide('dismiss', [suggestion])}
        aria-label={`Dismiss for ${what}`}
      >
        Dismiss
      </Button>
    </span>
  );
}
