import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Problem } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { Note } from '@/components/Note';
import { extractCredentials } from '@/lib/credentials';
import { paths } from '@/lib/paths';
import { guessKind } from '../form/guess-kind';
import type { EndpointValues } from './endpoint-form';

interface Props {
  form: UseFormReturn<EndpointValues>;
  isNew: boolean;
  /** The other source that already has this address. */
  duplicate: Problem['existing'];
  /** Called after credentials in the address were moved into their own fields. */
  onCredentialsMoved: () => void;
}

/** Edits the address of an endpoint. Credentials in the address move into their own fields. */
export function AddressField({ form, isNew, duplicate, onCredentialsMoved }: Props) {
  const { control, setValue, getValues } = form;
  const { dirtyFields } = form.formState;
  const [hasMovedCredentials, setHasMovedCredentials] = useState(false);

  function handleChange(text: string) {
    // The address of a new endpoint suggests its kind until the user chooses one.
    if (isNew && !dirtyFields.kind) setValue('kind', guessKind(text));
    const { address, credentials } = extractCredentials(text);
    const isIncomplete = /^(https?:[\\/]*)?$/i.test(address);
    if (!credentials || credentials.username + credentials.password === '' || isIncomplete) return;
    setValue('url', address, { shouldDirty: true });
    setValue('credentials_username', credentials.username, { shouldDirty: true });
    setValue('credentials_password', credentials.password, { shouldDirty: true });
    if (getValues('has_credentials')) setValue('credentials_action', 'set', { shouldDirty: true });
    setHasMovedCredentials(true);
    onCredentialsMoved();
  }

  return (
    <>
      <Field
        control={control}
        name="url"
        placeholder="https://…/feed"
        inputMode="url"
        spellCheck={false}
        required
        data-autofocus
        errorAction={
          duplicate && (
            <Anchor component={Link} to={paths.source(duplicate.id)} inherit c="inherit" underline="always">
              Open {duplicate.name}
            </Anchor>
          )
        }
        onChange={(event) => handleChange(event.target.value)}
      />
      {hasMovedCredentials && (
        <Note tone="info">
          The user name and password were moved from the address to “Reading settings” below. They are stored encrypted
          and never shown after saving.
        </Note>
      )}
    </>
  );
}
