import { Anchor, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Problem } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import { extractCredentials } from '../form/credentials';
import { FIELD_LABELS } from '../form/field-labels';
import { guessKind } from '../form/guess-kind';
import type { EndpointValues } from './endpoint-form';

interface Props {
  form: UseFormReturn<EndpointValues>;
  isNew: boolean;
  /** The source that has the address already, unless it is the one whose page this is. */
  duplicate: Problem['existing'];
  /** User name and password were taken out of the address, into their own fields. */
  onMoved: () => void;
}

export function AddressField({ form, isNew, duplicate, onMoved }: Props) {
  const { register, setValue, getValues } = form;
  const { errors, dirtyFields } = form.formState;
  const [moved, setMoved] = useState(false);

  function changed(text: string) {
    // Until the person chooses a kind, the address of a new one does.
    if (isNew && !dirtyFields.kind) setValue('kind', guessKind(text));
    const { address, credentials } = extractCredentials(text);
    if (!credentials || credentials.username + credentials.password === '' || /^(https?:[\\/]*)?$/i.test(address))
      return; // it is still being typed
    setValue('url', address, { shouldDirty: true });
    setValue('credentials_username', credentials.username, { shouldDirty: true });
    setValue('credentials_password', credentials.password, { shouldDirty: true });
    if (getValues('has_credentials')) setValue('access', 'set', { shouldDirty: true });
    setMoved(true);
    onMoved();
  }

  return (
    <>
      <TextInput
        label={FIELD_LABELS.url}
        placeholder="https://…/feed"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
        error={
          errors.url && (
            <>
              {errors.url.message}
              {duplicate && (
                <>
                  {' '}
                  <Anchor component={Link} to={paths.source(duplicate.id)} inherit c="inherit" underline="always">
                    Open {duplicate.name}
                  </Anchor>
                </>
              )}
            </>
          )
        }
        {...register('url', {
          onChange: (event: { target: { value: string } }) => changed(event.target.value),
        })}
      />
      {moved && (
        <Note tone="info">
          The user name and password were taken out of the address and stand below, under “How it is read”. Once saved,
          they are kept apart and never shown again.
        </Note>
      )}
    </>
  );
}
