import { Anchor, Button, Group } from '@mantine/core';
import { CopyButton } from '@/components/CopyButton';
import { ExternalLink } from '@/components/ExternalLink';
import { Note } from '@/components/Note';
import classes from './alerts.module.css';

/** The secret of a webhook, which is shown once. */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="stack-16">
      <Note tone="warn">
        This secret is shown only once. The receiver needs it to verify the signature of messages.
      </Note>
      <div className={`row ${classes.secret}`}>
        <code data-testid="webhook-secret">{secret}</code>
        <CopyButton value={secret} what="the secret" />
      </div>
      <p className="hint breakable">
        Give it to the person who runs the receiver. Messages are signed with it as described by{' '}
        <Anchor component={ExternalLink} url="https://www.standardwebhooks.com" inherit>
          Standard Webhooks
        </Anchor>
        .
      </p>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </div>
  );
}
