import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Suggestion } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { Icon } from '@/components/Icon';
import { acceptLabel, dismissLabel, suggestedAction } from '@/entities/suggestion/describe-suggestion';
import { paths } from '@/lib/paths';
import { ReplaceAddressLink } from './ReplaceAddressLink';
import classes from './suggestion.module.css';
import type { Decisions } from './use-decide-suggestions';

interface Props {
  suggestion: Suggestion;
  decisions: Decisions;
  /** Dismiss is an icon, for rows of a table. */
  isCompact?: boolean;
}

/** The buttons that accept or dismiss a suggestion; nothing for a viewer. */
export function SuggestionButtons({ suggestion, decisions, isCompact = false }: Props) {
  const canWrite = useCanWrite();
  const [isConfirming, setIsConfirming] = useState(false);
  if (!canWrite) return null;
  const pending = decisions.pendingOf(suggestion);
  const what = `${suggestion.source_name}: ${suggestedAction(suggestion)}`;
  const isOutletChange = suggestion.kind === 'other_outlet' && suggestion.evidence.outlet !== undefined;
  const dismiss = {
    variant: 'subtle',
    color: 'gray',
    loading: pending === 'dismiss',
    disabled: pending !== null && pending !== 'dismiss',
    onClick: () => (isOutletChange ? setIsConfirming(true) : decisions.decide('dismiss', [suggestion])),
    'aria-label': `${dismissLabel(suggestion)} for ${what}`,
  };
  return (
    <span className={classes.buttons}>
      {suggestion.kind === 'same_outlet' ? (
        <CompareLink suggestion={suggestion} />
      ) : (
        <Button
          size="compact-sm"
          variant="light"
          loading={pending === 'accept'}
          disabled={pending !== null && pending !== 'accept'}
          onClick={() => decisions.decide('accept', [suggestion])}
          aria-label={`${acceptLabel(suggestion)} for ${what}`}
          data-accept={suggestion.id}
        >
          {acceptLabel(suggestion)}
        </Button>
      )}
      {isCompact ? (
        <Tooltip label="Dismiss">
          <ActionIcon size={28} {...dismiss}>
            <Icon name="close" size={16} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button size="compact-sm" {...dismiss}>
          {dismissLabel(suggestion)}
        </Button>
      )}
      {suggestion.kind === 'other_outlet' && (
        <ReplaceAddressLink sourceId={suggestion.source_id} endpointId={suggestion.evidence.endpoint_id} />
      )}
      <ConfirmModal
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Is it the same outlet?"
        action="It is the same outlet"
        onConfirm={async () => decisions.decide('dismiss', [suggestion])}
      >
        Held items are stored as new, which cannot be undone. The service remembers the change for this source, and does
        not report it again.
      </ConfirmModal>
    </span>
  );
}

/** Opens the two sources side by side, where they are merged. */
function CompareLink({ suggestion: s }: { suggestion: Suggestion }) {
  return (
    <Button
      component={Link}
      to={paths.merge(s.source_id, s.evidence.other_source_id)}
      size="compact-sm"
      variant="light"
      aria-label={`Compare ${s.source_name} with ${s.evidence.other_source_name ?? 'the other source'}`}
    >
      Compare
    </Button>
  );
}
