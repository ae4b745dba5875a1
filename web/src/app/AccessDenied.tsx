import { Button, Paper } from '@mantine/core';
import { useState } from 'react';
import type { ApiProblem } from '@/api/problem';
import { useIdentity } from '@/auth/session';
import type { SessionUser } from '@/auth/session-store';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { PageHeader } from '@/components/PageHeader';
import classes from './AccessDenied.module.css';

interface Props {
  user: SessionUser;
  problem: ApiProblem;
  onCheckAgain: () => Promise<unknown>;
}

/** Tells a signed-in user whom the API does not admit the reason and what to do. */
export function AccessDenied({ user, problem, onCheckAgain }: Props) {
  const identity = useIdentity();
  const unverified = problem.code === 'email_not_verified';
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function run(action: () => Promise<unknown>, successText: string | null, failureText: string) {
    setBusy(true);
    setNote(null);
    try {
      await action();
      setNote(successText);
    } catch {
      setNote(failureText);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Paper className={`card ${classes.card}`} withBorder>
      <PageHeader title={unverified ? 'Please verify your e-mail address' : 'This account cannot use News Sources'} />
      <p>
        You are signed in as <strong>{user.email}</strong>.
      </p>
      <p>{problem.message}</p>
      {note && <Note tone="info">{note}</Note>}
      <div className={`wrap ${classes.actions}`}>
        {unverified ? (
          <>
            <Button
              loading={busy}
              onClick={() =>
                void run(
                  async () => {
                    await identity.refresh();
                    await onCheckAgain();
                  },
                  null,
                  'The page could not reach the sign-in service. Please try again in a moment.',
                )
              }
            >
              I have verified my address
            </Button>
            <Button
              variant="default"
              disabled={busy}
              onClick={() =>
                void run(
                  () => identity.sendVerification(),
                  `We have sent a link to ${user.email}. Open the link, then return to this page.`,
                  'The e-mail could not be sent. Please wait a minute and try again.',
                )
              }
            >
              Send verification e-mail again
            </Button>
          </>
        ) : (
          <Button loading={busy} variant="default" onClick={() => void run(onCheckAgain, null, '')}>
            Check access again
          </Button>
        )}
        <Button
          variant={unverified ? 'subtle' : 'filled'}
          onClick={() => void identity.signOut('requested')}
          leftSection={<Icon name="sign-out" />}
        >
          {unverified ? 'Sign out' : 'Sign out and use another account'}
        </Button>
      </div>
      {problem.requestId && (
        <p className={`caption ${classes.reference}`}>
          Reference for support: <code>{problem.requestId}</code>
        </p>
      )}
    </Paper>
  );
}
