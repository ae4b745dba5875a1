import { Button, Popover, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import type { Role } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifySuccess } from '@/components/notify';
import { ROLE_DESCRIPTION, selectOptions } from '@/lib/labels';
import { invitationFor } from './invitation-for';
import classes from './people.module.css';
import { useInvite } from './people.queries';

/** Opens a form that lets an e-mail address or a domain sign in. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(!open)}>
          Invite
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Invite people">
        <InviteForm onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInvite();
  const [value, setValue] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const { error } = invite;
  const fieldError = (...pointers: string[]) =>
    error instanceof ApiProblem ? error.errors.find(({ pointer }) => pointers.includes(pointer))?.detail : undefined;
  const valueError = fieldError('/email', '/domain');
  const roleError = fieldError('/role');

  function submit(event: FormEvent) {
    event.preventDefault();
    invite.mutate(invitationFor(value, role), {
      onSuccess: (invitation) => {
        notifySuccess(`${invitation.value} can now sign in.`);
        onDone();
      },
    });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="E-mail address or domain"
        description="A domain such as example.org admits everyone with an address there."
        autoComplete="off"
        inputMode="email"
        data-autofocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={valueError}
      />
      <Select
        label="Role"
        data={selectOptions(ROLE_DESCRIPTION)}
        value={role}
        onChange={(selected) => setRole((selected ?? 'viewer') as Role)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        error={roleError}
      />
      <p className={classes.hint}>No e-mail is sent. Send your colleagues the address {window.location.origin}.</p>
      {error && !valueError && !roleError && <Note tone="bad">{describeError(error).text}</Note>}
      <Button type="submit" loading={invite.isPending}>
        Allow to sign in
      </Button>
    </form>
  );
}
