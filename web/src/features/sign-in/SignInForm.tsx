import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIdentity } from '@/auth/session';
import { Note } from '@/components/Note';
import { useRuntimeConfig } from '@/lib/runtime-config';
import { DemoAccount } from './DemoAccount';
import { emailError } from './email-field';
import { signInFailure, type SignInFailure } from './errors';
import { GoogleMark } from './GoogleMark';
import { PasswordField } from './PasswordField';
import classes from './SignInPage.module.css';

type Field = 'email' | 'password';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
}

export function SignInForm({ email, onEmail, onForgot }: Props) {
  const identity = useIdentity();
  const { demo } = useRuntimeConfig();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [busy, setBusy] = useState<'password' | 'google' | null>(null);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => emailInput.current?.focus(), []);

  function showErrors(found: Partial<Record<Field, string>>) {
    setErrors(found);
    (found.email ? emailInput : passwordInput).current?.focus();
  }

  function change(field: Field, value: string) {
    setErrors((before) => ({ ...before, [field]: undefined }));
    if (field === 'email') onEmail(value);
    else setPassword(value);
  }

  async function signIn(method: 'password' | 'google', action: () => Promise<void>) {
    setBusy(method);
    setFailure(null);
    try {
      await action(); // then the route guard redirects
    } catch (error) {
      const signInError = signInFailure(error);
      if (signInError.field) showErrors({ [signInError.field]: signInError.text });
      else setFailure(signInError);
      if (!signInError.field && method === 'password') passwordInput.current?.select();
      setBusy(null);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    const found = { email: emailError(address), password: password ? undefined : 'Please enter your password.' };
    if (found.email || found.password) showErrors(found);
    else void signIn('password', () => identity.signInWithPassword(address, password));
  }

  return (
    <form className="stack-16" onSubmit={submit} noValidate>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        spellCheck={false}
        ref={emailInput}
        error={errors.email}
        value={email}
        onChange={(event) => change('email', event.currentTarget.value)}
      />
      <div className={classes.passwordField}>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          ref={passwordInput}
          error={errors.password}
          value={password}
          onChange={(event) => change('password', event.currentTarget.value)}
        />
        <button type="button" className={`text-button ${classes.textButton} ${classes.forgot}`} onClick={onForgot}>
          Forgot password?
        </button>
      </div>
      {failure && <Note tone={failure.cancelled ? 'info' : 'bad'}>{failure.text}</Note>}
      <Button type="submit" loading={busy === 'password'} disabled={busy === 'google'} fullWidth>
        Sign in
      </Button>
      <div className={`hint ${classes.divider}`}>or</div>
      <Button
        variant="default"
        fullWidth
        leftSection={<GoogleMark />}
        loading={busy === 'google'}
        disabled={busy === 'password'}
        onClick={() => void signIn('google', () => identity.signInWithGoogle())}
      >
        Continue with Google
      </Button>
      {demo && (
        <DemoAccount
          demo={demo}
          onUse={() => {
            change('email', demo.email);
            change('password', demo.password);
            passwordInput.current?.focus();
          }}
        />
      )}
    </form>
  );
}
