import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldEndpoint, HeldItemsDecision } from '@/api/gen/types.gen';
import { QueryView } from '@/components/QueryView';
import { heldEndpointsQuery } from '@/entities/check/held-items';
import { formatCount } from '@/lib/format-count';
import type { Target } from './use-change-work';
import { useDecideHeldEndpoints } from './use-decide-held-endpoints';

const DECISIONS: Record<HeldItemsDecision, { action: string; verb: string; meaning: string }> = {
  discard: {
    action: 'Discard as duplicates',
    verb: 'Discard',
    meaning:
      'The new IDs of the items are remembered, and nothing is stored. Choose this if the sites have only changed the IDs of their articles.',
  },
  release: {
    action: 'Store as new items',
    verb: 'Store',
    meaning:
      'The items are stored as new, and programs that read the items receive them. This cannot be undone. Choose this if they are other articles that share links, as on a live page.',
  },
};

interface Props {
  targets: Target[];
  pending: boolean;
  onDecided: () => void;
}

/**
 * Stores or discards the held items of the selected sources, after a confirmation with their
 * number.
 */
export function HeldItemsOfSelected({ targets, pending, onDecided }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [decision, setDecision] = useState<HeldItemsDecision>('discard');
  const decisions = useDecideHeldEndpoints();
  const button = (each: HeldItemsDecision) => (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      disabled={pending || decisions.isPending}
      loading={decisions.isPending && decision === each}
      onClick={() => {
        setDecision(each);
        setOpen(true);
      }}
    >
      {DECISIONS[each].action}
    </Button>
  );
  return (
    <>
      {button('discard')}
      {button('release')}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={DECISIONS[decision].action}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Confirmation
          decision={decision}
          targets={targets}
          onCancel={() => setOpen(false)}
          onConfirm={(endpoints) => {
            setOpen(false);
            decisions.decide(decision, endpoints, onDecided);
          }}
        />
      </Modal>
    </>
  );
}

interface ConfirmationProps {
  decision: HeldItemsDecision;
  targets: Target[];
  onCancel: () => void;
  onConfirm: (endpoints: HeldEndpoint[]) => void;
}

function Confirmation({ targets, ...props }: ConfirmationProps) {
  const query = useQuery(heldEndpointsQuery(targets.map(({ id }) => id)));
  return (
    <QueryView query={query} errorTitle="The held items could not be loaded" loading={3}>
      {(endpoints) => <Question targets={targets} endpoints={endpoints} {...props} />}
    </QueryView>
  );
}

function Question(props: ConfirmationProps & { endpoints: HeldEndpoint[] }) {
  const { decision, targets, endpoints, onCancel, onConfirm } = props;
  const { verb, meaning } = DECISIONS[decision];
  const items = formatCount(
    endpoints.reduce((sum, { count }) => sum + count, 0),
    'held item',
  );
  const sources = new Set(endpoints.map(({ source_id: id }) => id)).size;
  const others = targets.length - sources;
  return (
    <>
      {endpoints.length > 0 && (
        <>
          <p>
            <strong>
              {verb} {items} of {formatCount(sources, 'source')} ({formatCount(endpoints.length, 'endpoint')}).
            </strong>
          </p>
          <p>{meaning}</p>
        </>
      )}
      {others > 0 && (
        <p>
          {others === 1 ? '1 selected source has' : `${formatCount(others, 'selected source')} have`} no held items.
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {endpoints.length > 0 ? 'Cancel' : 'Close'}
        </Button>
        {endpoints.length > 0 && (
          <Button onClick={() => onConfirm(endpoints)}>
            {verb} {items}
          </Button>
        )}
      </Group>
    </>
  );
}
