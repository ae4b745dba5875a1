import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useIdentity } from '@/auth/session';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { emailField } from './email-field';
import { resetFailure, type SignInFailure } from './errors';
import classes from './SignInPage.module.css';

const schema = z.object({ email: emailField });
type Values = z.infer<typeof schema>;

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

export function ResetForm({ email, onEmail, onBack }: Props) {
  const identity = useIdentity();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: { email }, mode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  useEffect(() => {
    setFocus('email');
  }, [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    setSentTo(null);
    const resetError = await identity.sendPasswordReset(values.email).then(() => null, resetFailure);
    if (!resetError) setSentTo(values.email);
    else if (resetError.field === 'email') form.setError('email', { message: resetError.text }, { shouldFocus: true });
    else setFailure(resetError);
  });

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="E-mail"
        description="We will send you a link to set a new password."
        type="email"
        autoComplete="username"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      {failure && <Note tone="bad">{failure.text}</Note>}
      {sentTo && (
        <Note tone="ok">
          If an account with the address {sentTo} exists, we have sent it a link. Delivery can take a minute; please
          check your spam folder, too.
        </Note>
      )}
      <Button type="submit" loading={isSubmitting} fullWidth>
        {sentTo ? 'Send link again' : 'Send link'}
      </Button>
      <Button variant="subtle" leftSection={<Icon name="chevron-left" />} onClick={onBack} fullWidth>
        Back to sign-in
      </Button>
    </form>
  );
}
