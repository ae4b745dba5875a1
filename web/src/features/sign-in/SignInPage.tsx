import { Paper } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '@/auth/session';
import type { SignedOutReason } from '@/auth/session-store';
import { Note } from '@/components/Note';
import { PageHeader } from '@/components/PageHeader';
import { ResetForm } from './ResetForm';
import classes from './SignInPage.module.css';
import { SignInForm } from './SignInForm';

const REASONS: Record<SignedOutReason, string> = {
  asked: 'You are signed out.',
  expired: 'Your session has ended. Please sign in again; you come back to where you were.',
  elsewhere: 'You signed out in another tab.',
};

export function Component() {
  const session = useSession();
  const [resetting, setResetting] = useState(false);
  // Kept over the change of form: who typed the address once need not do it again.
  const [email, setEmail] = useState('');
  const reason = session.status === 'signed-out' ? session.reason : null;

  return (
    <Paper className={classes.card} withBorder data-autofocus>
      <PageHeader title={resetting ? 'Reset the password' : 'Sign in'} />
      {reason && !resetting && (
        <div className={classes.reason}>
          <Note tone="info">{REASONS[reason]}</Note>
        </div>
      )}
      {resetting ? (
        <ResetForm email={email} onEmail={setEmail} onBack={() => setResetting(false)} />
      ) : (
        <SignInForm email={email} onEmail={setEmail} onForgot={() => setResetting(true)} />
      )}
    </Paper>
  );
}
