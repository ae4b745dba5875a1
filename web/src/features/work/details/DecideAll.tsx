import { Button, Group, Modal, Progress } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '@/api/describe-error';
import type { SuggestionOutcome } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { notifySuccess } from '@/components/notify';
import { notifyProposedSuggestions } from '@/components/suggestion/notify-proposed-suggestions';
import type { FieldFilter } from '@/entities/suggestion/suggestion.queries';
import { formatNumber } from '@/lib/format-count';
import { suggestionCount } from './counts';
import { useDecideAll } from './use-decide-all';

interface Props {
  filter: FieldFilter;
  /** The newest suggestion that is decided. */
  newestId: string | undefined;
  count: number;
  /** The count is a lower bound. */
  capped: boolean;
  onDecide: () => void;
  onFailures: (failures: SuggestionOutcome[]) => void;
}

const VERBS = { accept: 'Accept', dismiss: 'Dismiss' } as const;
const DONE = { accept: 'accepted', dismiss: 'dismissed' } as const;

/**
 * The buttons that accept or dismiss all suggestions of a kind, after a confirmation and with
 * progress.
 */
export function DecideAll({ filter, newestId, count, capped, onDecide, onFailures }: Props) {
  const [decision, setDecision] = useState<keyof typeof VERBS | null>(null);
  const { progress, start, stop, reset } = useDecideAll(filter, newestId);
  const done = progress.applied + progress.proposed.length + progress.failures.length;
  const what = suggestionCount(count, filter.field, capped);

  function close() {
    setDecision(null);
    reset();
  }

  async function run(chosen: keyof typeof VERBS) {
    onDecide();
    const { applied, failures, proposed, error } = await start(chosen);
    if (failures.length > 0) onFailures(failures);
    notifyProposedSuggestions(proposed);
    if (error) return; // shown in the dialog
    if (applied > 0 || proposed.length === 0)
      notifySuccess(`${suggestionCount(applied, filter.field)} ${DONE[chosen]}.`);
    close();
  }

  return (
    <>
      <Button variant="default" onClick={() => setDecision('dismiss')}>
        Dismiss all
      </Button>
      <Button onClick={() => setDecision('accept')}>Accept all</Button>
      <Modal
        opened={decision !== null}
        onClose={close}
        title={decision && `${VERBS[decision]} ${what}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
        closeOnClickOutside={!progress.running}
        closeOnEscape={!progress.running}
        withCloseButton={!progress.running}
        centered
      >
        <p>
          {decision === 'accept'
            ? 'The values are saved in the sources and in their history. A field that was edited since keeps its value.'
            : 'The sources are not changed. These values are not suggested again.'}
        </p>
        {progress.running && (
          <>
            <Progress.Root size="lg">
              <Progress.Section value={(100 * done) / Math.max(count, 1)} aria-label="Decided suggestions" />
            </Progress.Root>
            <p role="status">
              {formatNumber(done)} of {formatNumber(count)}
              {capped && ' or more'}
            </p>
          </>
        )}
        {progress.error != null && (
          <Note tone="bad">
            {formatNumber(progress.applied)} were {decision && DONE[decision]}, then an error occurred.{' '}
            {describeError(progress.error).text || describeError(progress.error).heading}
          </Note>
        )}
        <Group justify="flex-end" mt="md">
          {progress.running ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          )}
          {decision && (
            <Button loading={progress.running} onClick={() => void run(decision)} data-autofocus>
              {VERBS[decision]} all
            </Button>
          )}
        </Group>
      </Modal>
    </>
  );
}
