import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TokenScope } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { Field } from '@/components/form/Field';
import { FormModal } from '@/components/form/FormDialogs';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { Icon } from '@/components/Icon';
import { SecretOnce } from '@/components/SecretOnce';
import { useCreateToken } from '@/entities/token/token.queries';
import { DAY_MS } from '@/lib/last-days';
import { useRuntimeConfig } from '@/lib/runtime-config';
import classes from './people.module.css';

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
      <FormModal
        opened={isOpen}
        onClose={close}
        title={secret ? 'Copy the API token now' : 'Create an API token'}
        hasSecret={secret !== null}
      >
        {() => (secret ? <Secret secret={secret} onDone={close} /> : <TokenForm onCreated={setSecret} />)}
      </FormModal>
    </>
  );
}

function TokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const canWrite = useMember().role !== 'viewer';
  const create = useCreateToken();
  // The form has one scope, and days instead of a date.
  const form = useForm({ defaultValues: { name: '', scopes: 'read' as TokenScope, expires_at: '90' } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['name', 'scopes', 'expires_at'],
    send: ({ name, scopes, expires_at: days }) => {
      const expires_at = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      return create.mutateAsync({ name, scopes: [scopes], expires_at });
    },
    onSaved: ({ token }) => onCreated(token),
  });
  return (
    <form className="stack-12" {...formProps}>
      <Field
        control={form.control}
        name="name"
        description="The program that uses the token, such as “Nightly export”."
        maxLength={100}
        data-autofocus
      />
      <Field
        control={form.control}
        name="scopes"
        as={Select}
        data={[{ value: 'read', label: 'Read' }, ...(canWrite ? [{ value: 'write', label: 'Read and write' }] : [])]}
        allowDeselect={false}
      />
      <Field control={form.control} name="expires_at" as={Select} data={LIFETIMES} allowDeselect={false} />
      <p className="hint breakable">
        The token never has more permissions than your role, and stops working when you lose access.
      </p>
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
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
    <SecretOnce
      secret={secret}
      what="the API token"
      testId="api-token"
      warning="This token is shown only once. Store it where you keep passwords."
      onDone={onDone}
    >
      <div>
        Use it in a program:
        <pre className={classes.example}>{example}</pre>
      </div>
    </SecretOnce>
  );
}
