import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SavedView, ViewSubscription } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { DeliveryResult } from '@/components/DeliveryResult';
import { Note } from '@/components/Note';
import { notifyError, notifySuccess } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import {
  settingsOf,
  useDeleteSubscription,
  useSaveSubscription,
  useSendSubscription,
} from '@/entities/view/subscription.queries';
import { formatDateTime } from '@/lib/relative-time';
import { describeSubscription } from './subscription-words';
import classes from './subscriptions.module.css';

interface Props {
  view: SavedView;
  subscription: ViewSubscription;
  onEdit: () => void;
}

/** A subscription with the result of its last message. */
export function SubscriptionRow({ view, subscription, onEdit }: Props) {
  const { owner, paused, failure, next_at: next } = subscription;
  const member = useMember();
  const text = describeSubscription(subscription);
  return (
    <li className={classes.subscription}>
      <div className="semibold">{text}</div>
      {failure && (
        <Note tone="bad">
          {failure} {paused && 'Nothing is sent until you correct this and resume the subscription.'}
        </Note>
      )}
      <div className="hint">
        {paused ? 'Paused' : `Next: ${formatDateTime(new Date(next))}`}
        {owner.id !== member.id && `. Owner: ${owner.name}`}
      </div>
      <LastMessage subscription={subscription} />
      <Actions view={view} subscription={subscription} text={text} onEdit={onEdit} />
    </li>
  );
}

function LastMessage({ subscription: { checked_at: checked, deliveries } }: { subscription: ViewSubscription }) {
  const sent = deliveries[0];
  if (!checked) return <div className="hint">Nothing was sent yet</div>;
  return (
    <>
      {sent && (
        <div className="hint breakable">
          Last message: “{sent.summary}”, <RelativeTime at={sent.created_at} />
        </div>
      )}
      <ul className="list" aria-label="Last message">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="breakable">
            {delivery.webhook_name ?? delivery.address} <DeliveryResult delivery={delivery} />
          </li>
        ))}
      </ul>
      {sent && sent.created_at < checked && (
        <div className="hint">
          Last check: <RelativeTime at={checked} />, no changes
        </div>
      )}
    </>
  );
}

interface ActionsProps extends Props {
  text: string;
}

function Actions({ view, subscription, text, onEdit }: ActionsProps) {
  const save = useSaveSubscription(view.id);
  const send = useSendSubscription(view.id);
  const remove = useDeleteSubscription(view.id);
  const [isDeleting, setDeleting] = useState(false);
  const { paused } = subscription;
  function togglePause() {
    save.mutate(
      { subscription, body: { ...settingsOf(subscription), paused: !paused } },
      { onError: (error) => notifyError('The subscription was not changed', error) },
    );
  }
  function sendNow() {
    send.mutate(subscription.id, {
      onSuccess: ({ deliveries }) => {
        const isSent = deliveries[0] !== undefined && deliveries[0].id !== subscription.deliveries[0]?.id;
        notifySuccess(isSent ? 'The view is being sent.' : 'Nothing has changed, so nothing was sent.');
      },
      onError: (error) => notifyError('The view was not sent', error),
    });
  }
  return (
    <div className="row wrap">
      <Button size="compact-sm" variant="default" loading={send.isPending} onClick={sendNow}>
        Send now
      </Button>
      <Button size="compact-sm" variant="default" loading={save.isPending} onClick={togglePause}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onEdit}>
        Edit
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <ConfirmModal
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete this subscription?"
        action="Delete subscription"
        onConfirm={() => remove.mutateAsync(subscription)}
      >
        {text}. The view is no longer sent.
      </ConfirmModal>
    </div>
  );
}
