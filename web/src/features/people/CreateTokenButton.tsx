import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import type { TokenScope } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { useMember } from '@/auth/member';
import { CopyButton } from '@/components/CopyButton';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { DAY_MS } from '@/lib/last-days';
import { useRuntimeConfig } from '@/lib/runtime-config';
import classes from './people.module.css';
import { useCreateToken } from './tokens.queries';

const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
];

/** Opens a dialog that creates an API token and shows it once. */
export function CreateTokenButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  function close() {
    setIsOpen(false);
    setSecret(null);
  }
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
        Create token
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={secret ? 'Copy the API token now' : 'Create an API token'}
        closeButtonProps={{ 'aria-label': 'Close' }}
        // A click outside the dialog or the Escape key would close it, and the token is not shown again.
        closeOnClickOutside={!secret}
        closeOnEscape={!secret}
        centered
      >
        {secret ? <Secret secret={secret} onDone={close} /> : <TokenForm onCreated={setSecret} />}
      </Modal>
    </>
  );
}

function TokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const canWrite = useMember().role !== 'viewer';
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState('90');
  const { error } = create;
  const errorOf = (field: string) =>
    error instanceof ApiProblem ? error.errors.find(({ pointer }) => pointer === field)?.detail : undefined;
  const isFieldError = Boolean(errorOf('/name') ?? errorOf('/scopes') ?? errorOf('/expires_at'));

  function submit(event: FormEvent) {
    event.preventDefault();
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    create.mutate({ name, scopes: [scope], expires_at: expiresAt }, { onSuccess: ({ token }) => onCreated(token) });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        description="The program that uses the token, such as “Nightly export”."
        autoComplete="off"
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errorOf('/name')}
      />
      <Select
        label="Scope"
        data={[{ value: 'read', label: 'Read' }, ...(canWrite ? [{ value: 'write', label: 'Read and write' }] : [])]}
        value={scope}
        onChange={(value) => setScope((value ?? 'read') as TokenScope)}
        allowDeselect={false}
        error={errorOf('/scopes')}
      />
      <Select
        label="Valid for"
        data={LIFETIMES}
        value={days}
        onChange={(value) => setDays(value ?? '90')}
        allowDeselect={false}
        error={errorOf('/expires_at')}
      />
      <p className={classes.hint}>
        The token never has more permissions than your role, and stops working when you lose access.
      </p>
      {error && !isFieldError && <Note tone="bad">{describeError(error).text}</Note>}
      <Group justify="flex-end">
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
      </Group>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const host = useRuntimeConfig().host || window.location.origin;
  const example = `curl -H "Authorization: Bearer $TOKEN" ${host}/newssources/endpoints`;
  return (
    <div className={classes.form}>
      <Note tone="warn">This token is shown only once. Store it where you keep passwords.</Note>
      <div className={classes.secret}>
        <code data-testid="api-token">{secret}</code>
        <CopyButton value={secret} what="the API token" />
      </div>
      <div>
        Use it in a program:
        <pre className={classes.example}>{example}</pre>
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </div>
  );
}
