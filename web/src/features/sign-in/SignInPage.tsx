import { useState } from 'react';
import { useSession } from '@/auth/session';
import type { SignedOutReason } from '@/auth/session-store';
import { Note } from '@/components/Note';
import { PageHeader } from '@/components/PageHeader';
import { ResetForm } from './ResetForm';
import { SignInForm } from './SignInForm';
import classes from './SignInPage.module.css';

const REASON_TEXTS: Record<SignedOutReason, string> = {
  requested: 'You are signed out.',
  expired: 'Your session has expired. Please sign in again to return to the same page.',
  other_tab: 'You signed out in another tab.',
};

export function Component() {
  const session = useSession();
  const [resetting, setResetting] = useState(false);
  // Shared by both forms, so that the user types the address only once.
  const [email, setEmail] = useState('');
  const reason = session.status === 'signed-out' ? session.reason : null;

  return (
    <div className={`card ${classes.card}`} data-autofocus>
      <PageHeader title={resetting ? 'Reset password' : 'Sign in'} />
      {reason && !resetting && (
        <div className={classes.reason}>
          <Note tone="info">{REASON_TEXTS[reason]}</Note>
        </div>
      )}
      {resetting ? (
        <ResetForm email={email} onEmail={setEmail} onBack={() => setResetting(false)} />
      ) : (
        <SignInForm email={email} onEmail={setEmail} onForgot={() => setResetting(true)} />
      )}
    </div>
  );
}
