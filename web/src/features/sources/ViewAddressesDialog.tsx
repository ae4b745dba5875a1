import { Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AddressFormat, SavedView, ViewAddress } from '@/api/gen/types.gen';
import { ConfirmModal } from '@/components/ConfirmModal';
import { FORMATS } from '@/components/export/file-columns';
import { Field } from '@/components/form/Field';
import { FormModal } from '@/components/form/FormDialogs';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { SecretOnce } from '@/components/SecretOnce';
import { useCreateViewAddress, useRevokeViewAddress, viewAddressesQuery } from '@/entities/view/view.queries';
import { useRuntimeConfig } from '@/lib/runtime-config';
import classes from './views.module.css';

const OFFERED = FORMATS.filter(({ value }) => ['opml', 'csv', 'json'].includes(value));

interface Props {
  view: SavedView;
  /** Only the owner of the view creates addresses, because they read it in the owner's name. */
  canCreate: boolean;
  onClose: () => void;
}

/** Lists, creates and revokes the addresses at which programs read a view. */
export default function ViewAddressesDialog({ view, canCreate, onClose }: Props) {
  const [created, setCreated] = useState<string | null>(null);
  return (
    <FormModal
      opened
      onClose={onClose}
      title={created ? 'Copy the address now' : `Addresses of “${view.name}”`}
      hasSecret={created !== null}
    >
      {() =>
        created ? (
          <NewAddress path={created} onDone={() => setCreated(null)} />
        ) : (
          <div className="stack-16">
            <p className="hint">
              At such an address, a feed reader, a spreadsheet or a program reads the sources of this view without
              signing in. Whoever has the address can read them.
            </p>
            <AddressList view={view} />
            {canCreate && <CreateForm view={view} onCreated={setCreated} />}
          </div>
        )
      }
    </FormModal>
  );
}

function AddressList({ view }: { view: SavedView }) {
  const query = useQuery(viewAddressesQuery(view.id));
  return (
    <QueryView
      query={query}
      errorTitle="The addresses could not be loaded"
      loading={1}
      empty={<p>This view has no address yet.</p>}
    >
      {(addresses) => (
        <ul className="list card divided" aria-label="Addresses">
          {addresses.map((address) => (
            <AddressRow key={address.id} viewId={view.id} address={address} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function AddressRow({ viewId, address }: { viewId: string; address: ViewAddress }) {
  const revoke = useRevokeViewAddress(viewId);
  const [isOpen, setIsOpen] = useState(false);
  const name = `${address.format.toUpperCase()} ${address.hint}…`;
  return (
    <li className={classes.address}>
      <div>
        <div className="semibold">{name}</div>
        <div className="hint">
          {address.last_used_at ? (
            <>
              Last used <RelativeTime at={address.last_used_at} />
            </>
          ) : (
            'Never used'
          )}
          , created <RelativeTime at={address.created_at} />
          {address.forbidden === 'mark' && ', with forbidden sources'}
        </div>
      </div>
      <Button size="compact-sm" variant="default" aria-label={`Revoke ${name}`} onClick={() => setIsOpen(true)}>
        Revoke
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Revoke ${name}?`}
        action="Revoke address"
        onConfirm={() => revoke.mutateAsync(address.id)}
      >
        Programs that use this address lose their access at once. This cannot be undone.
      </ConfirmModal>
    </li>
  );
}

function CreateForm({ view, onCreated }: { view: SavedView; onCreated: (path: string) => void }) {
  const create = useCreateViewAddress(view.id);
  const form = useForm({ defaultValues: { format: 'opml' as AddressFormat, includes_forbidden: false } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['format', 'includes_forbidden'],
    send: ({ format, includes_forbidden: marks }) => create.mutateAsync({ format, forbidden: marks ? 'mark' : 'omit' }),
    onSaved: ({ path }) => onCreated(path),
  });
  return (
    <form className="stack-12" {...formProps}>
      <Field control={form.control} name="format" label="Format" as={Select} data={OFFERED} allowDeselect={false} />
      <Checkbox
        label="Include sources with the rights “forbidden”, marked as such"
        {...form.register('includes_forbidden')}
      />
      <p className="hint">The notes and the notes on rights are left out, because they are for members.</p>
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          Create address
        </Button>
      </Group>
    </form>
  );
}

function NewAddress({ path, onDone }: { path: string; onDone: () => void }) {
  return (
    <SecretOnce
      secret={(useRuntimeConfig().host || window.location.origin) + path}
      what="the address"
      testId="view-address"
      warning="This address is shown only once. Anyone who has it can read the view until you revoke it."
      onDone={onDone}
    />
  );
}
