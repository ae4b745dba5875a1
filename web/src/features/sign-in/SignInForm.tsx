import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useIdentity } from '@/auth/session';
import { Note } from '@/components/Note';
import { useRuntimeConfig } from '@/lib/runtime-config';
import { DemoAccount } from './DemoAccount';
import { emailField } from './email-field';
import { signInFailure, type SignInFailure } from './errors';
import { GoogleMark } from './GoogleMark';
import classes from './SignInPage.module.css';

const schema = z.object({ email: emailField, password: z.string().min(1, 'Please enter your password.') });
type Values = z.infer<typeof schema>;

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
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '' },
    mode: 'onSubmit',
  });
  const { errors } = form.formState;
  const { setFocus } = form;

  useEffect(() => {
    setFocus('email');
  }, [setFocus]);

  async function signIn(method: 'password' | 'google', action: () => Promise<void>) {
    setBusy(method);
    setFailure(null);
    try {
      await action(); // then the route guard redirects
    } catch (error) {
      const signInError = signInFailure(error);
      if (signInError.field) form.setError(signInError.field, { message: signInError.text }, { shouldFocus: true });
      else setFailure(signInError);
      if (!signInError.field && method === 'password') form.setFocus('password', { shouldSelect: true });
      setBusy(null);
    }
  }

  const submit = form.handleSubmit(({ email: address, password }) =>
    signIn('password', () => identity.signInWithPassword(address, password)),
  );

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      <div className={classes.passwordField}>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          {...form.register('password')}
        />
        <Anchor component="button" type="button" size="sm" className={classes.forgot} onClick={onForgot}>
          Forgot password?
        </Anchor>
      </div>
      {failure && <Note tone={failure.cancelled ? 'info' : 'bad'}>{failure.text}</Note>}
      <Button type="submit" loading={busy === 'password'} disabled={busy === 'google'} fullWidth>
        Sign in
      </Button>
      <Divider label="or" />
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
            form.setValue('email', demo.email);
            form.setValue('password', demo.password);
            form.clearErrors();
            onEmail(demo.email);
            form.setFocus('password');
          }}
        />
      )}
    </form>
  );
}
