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
    const failed = await identity.sendPasswordReset(values.email).then(() => null, resetFailure);
    if (!failed) setSentTo(values.email);
    else if (failed.field === 'email') form.setError('email', { message: failed.text }, { shouldFocus: true });
    else setFailure(failed);
  });

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="E-mail"
        description="We send a link with which you choose a new password."
        type="email"
        autoComplete="username"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      {failure && <Note tone="bad">{failure.text}</Note>}
      {sentTo && (
        <Note tone="ok">
          If {sentTo} belongs to an account, a link is on its way. It can take a minute; please look among the unwanted
          mail, too.
        </Note>
      )}
      <Button type="submit" loading={isSubmitting} fullWidth>
        {sentTo ? 'Send it again' : 'Send the link'}
      </Button>
      <Button variant="subtle" leftSection={<Icon name="chevron-left" />} onClick={onBack} fullWidth>
        Back to signing in
      </Button>
    </form>
  );
}
