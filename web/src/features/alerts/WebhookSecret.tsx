import { Anchor } from '@mantine/core';
import { ExternalLink } from '@/components/ExternalLink';
import { SecretOnce } from '@/components/SecretOnce';

/** The secret of a webhook, which is shown once. */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <SecretOnce
      secret={secret}
      what="the secret"
      testId="webhook-secret"
      warning="This secret is shown only once. The receiver needs it to verify the signature of messages."
      onDone={onDone}
    >
      <p className="hint breakable">
        Give it to the person who runs the receiver. Messages are signed with it as described by{' '}
        <Anchor component={ExternalLink} url="https://www.standardwebhooks.com" inherit>
          Standard Webhooks
        </Anchor>
        .
      </p>
    </SecretOnce>
  );
}
