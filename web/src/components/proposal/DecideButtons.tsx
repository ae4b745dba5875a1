import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Proposal } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { PROPOSAL_FIELD } from '@/lib/labels';
import classes from './DecideButtons.module.css';
import type { Decision } from './use-decide';

interface Props {
  proposal: Proposal;
  /** The decision that is being saved. */
  pending: Decision | null;
  onDecide: (decision: Decision) => void;
}

/** The buttons that accept or dismiss one proposal. */
export function DecideButtons({ proposal, pending, onDecide }: Props) {
  const what = `${PROPOSAL_FIELD[proposal.field].toLowerCase()} of ${proposal.source_name}`;
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="light"
        loading={pending === 'accept'}
        disabled={pending === 'dismiss'}
        onClick={() => onDecide('accept')}
        aria-label={`Accept the ${what}`}
        data-accept={proposal.id}
      >
        Accept
      </Button>
      <Tooltip label="Dismiss">
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          loading={pending === 'dismiss'}
          disabled={pending === 'accept'}
          onClick={() => onDecide('dismiss')}
          aria-label={`Dismiss the ${what}`}
        >
          <Icon name="close" size={16} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
