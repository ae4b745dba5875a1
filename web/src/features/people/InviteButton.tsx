import { Button, Select } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { Role } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { FormPopover } from '@/components/form/FormDialogs';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { Icon } from '@/components/Icon';
import { notifySuccess } from '@/components/notify';
import { ROLE_DESCRIPTION } from '@/entities/person/labels';
import { useInvite } from '@/entities/person/person.queries';
import { selectOptions } from '@/lib/labels';
import { invitationFor } from './invitation-for';

/** Opens a form that lets an e-mail address or a domain sign in. */
export function InviteButton() {
  return (
    <FormPopover
      label="Invite people"
      width={340}
      target={(toggle) => (
        <Button leftSection={<Icon name="plus" />} onClick={toggle}>
          Invite
        </Button>
      )}
    >
      {(close) => <InviteForm onDone={close} />}
    </FormPopover>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInvite();
  const form = useForm({ defaultValues: { email: '', role: 'viewer' as Role } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['email', 'role'],
    aliases: { '/domain': 'email' },
    send: ({ email, role }) => invite.mutateAsync(invitationFor(email, role)),
    onSaved: ({ value }) => {
      notifySuccess(`${value} can now sign in.`);
      onDone();
    },
  });
  return (
    <form className="stack-12" {...formProps}>
      <Field
        control={form.control}
        name="email"
        description="A domain such as example.org admits everyone with an address there."
        inputMode="email"
        data-autofocus
      />
      <Field
        control={form.control}
        name="role"
        as={Select}
        data={selectOptions(ROLE_DESCRIPTION)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <p className="hint breakable">No e-mail is sent. Send your colleagues the address {window.location.origin}.</p>
      {problem && <ProblemNote {...problem} />}
      <Button type="submit" loading={saving}>
        Allow to sign in
      </Button>
    </form>
  );
}
