import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIdentity } from '@/auth/session';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { emailError } from './email-field';
import { resetFailure, type SignInFailure } from './errors';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

export function ResetForm({ email, onEmail, onBack }: Props) {
  const identity = useIdentity();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  function showFieldError(text: string) {
    setError(text);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    setFailure(null);
    setSentTo(null);
    const address = email.trim();
    const invalid = emailError(address);
    if (invalid) return showFieldError(invalid);
    setIsSubmitting(true);
    const resetError = await identity.sendPasswordReset(address).then(() => null, resetFailure);
    setIsSubmitting(false);
    if (!resetError) setSentTo(address);
    else if (resetError.field === 'email') showFieldError(resetError.text);
    else setFailure(resetError);
  }

  return (
    <form className="stack-16" onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="E-mail"
        description="We will send you a link to set a new password."
        type="email"
        autoComplete="username"
        spellCheck={false}
        ref={field}
        error={error}
        value={email}
        onChange={(event) => {
          onEmail(event.currentTarget.value);
          setError(undefined);
        }}
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
