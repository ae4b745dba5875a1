import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '@/api/describe-error';
import type { Webhook } from '@/api/gen/types.gen';
import { ExactTime } from '@/components/ExactTime';
import { FormModal } from '@/components/form/FormDialogs';
import { Note } from '@/components/Note';
import { notifyError, notifySuccess } from '@/components/notify';
import { useDeleteWebhook, useReplaceWebhook, useRotateSecret } from '@/entities/alert/alert.queries';
import { WebhookForm } from './WebhookForm';
import { WebhookSecret } from './WebhookSecret';

/** Edits a webhook, replaces its secret, and deletes it if no rule and no subscription uses it. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [dialog, setDialog] = useState<'edit' | 'secret' | null>(null);
  const remove = useDeleteWebhook();
  const rotate = useRotateSecret();
  const close = () => setDialog(null);
  return (
    <Group gap={8} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={`Edit ${webhook.name}`} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`New secret for ${webhook.name}`}
        onClick={() => {
          rotate.reset(); // the dialog may show an earlier secret
          setDialog('secret');
        }}
      >
        New secret
      </Button>
      {webhook.rules + webhook.subscriptions === 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          aria-label={`Delete ${webhook.name}`}
          onClick={() =>
            remove.mutate(webhook, {
              onSuccess: () => notifySuccess(`“${webhook.name}” is deleted.`),
              onError: (error) => notifyError(`“${webhook.name}” was not deleted`, error),
            })
          }
        >
          Delete
        </Button>
      )}
      <EditWebhook webhook={webhook} opened={dialog === 'edit'} onClose={close} />
      <RotateSecret webhook={webhook} rotate={rotate} opened={dialog === 'secret'} onClose={close} />
    </Group>
  );
}

type Rotation = ReturnType<typeof useRotateSecret>;

interface DialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

function EditWebhook({ webhook, opened, onClose }: DialogProps) {
  const replace = useReplaceWebhook();
  return (
    <FormModal opened={opened} onClose={onClose} title="Edit the webhook">
      {(close) => (
        <WebhookForm
          webhook={webhook}
          send={(body, version) => replace.mutateAsync({ webhook: { id: webhook.id, version }, body })}
          onSaved={(saved) => {
            notifySuccess(`“${saved.name}” is saved.`);
            close();
          }}
        />
      )}
    </FormModal>
  );
}

function RotateSecret({ webhook, rotate, opened, onClose }: DialogProps & { rotate: Rotation }) {
  function close() {
    if (!rotate.isPending) onClose(); // the new secret is not shown again
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`New secret for “${webhook.name}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false} // the secret is not shown again
      closeOnEscape={false}
      centered
    >
      {rotate.data ? (
        <WebhookSecret secret={rotate.data.secret} onDone={close} />
      ) : (
        <ConfirmNewSecret webhook={webhook} rotate={rotate} onCancel={close} />
      )}
    </Modal>
  );
}

interface ConfirmProps {
  webhook: Webhook;
  rotate: Rotation;
  onCancel: () => void;
}

/** Asks for a confirmation, because the receiver needs the new secret. */
function ConfirmNewSecret({ webhook, rotate, onCancel }: ConfirmProps) {
  return (
    <div className="stack-16">
      <p>
        The receiver needs the new secret. For 24 hours, messages are signed with the current secret (…{webhook.hint})
        and with the new one. After that, a receiver that has only the current secret refuses all messages.
      </p>
      {webhook.previous_until && (
        <Note tone="warn">
          The secret was changed recently, and messages are still signed with the previous one until{' '}
          <ExactTime at={webhook.previous_until} />. A new secret ends this at once: a receiver that has only the
          previous secret then refuses all messages.
        </Note>
      )}
      {rotate.error && <Note tone="bad">{describeError(rotate.error).text}</Note>}
      <Group justify="flex-end">
        <Button variant="default" disabled={rotate.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate(webhook)}>
          Create new secret
        </Button>
      </Group>
    </div>
  );
}
