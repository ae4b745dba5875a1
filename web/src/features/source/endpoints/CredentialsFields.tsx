import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import type { Endpoint } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { isSameServer } from '@/lib/credentials';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';

interface Props {
  control: Control<EndpointValues>;
  endpoint: Endpoint | null;
}

/**
 * Edits the credentials of an endpoint. Saved credentials can be replaced or removed, but are never
 * shown.
 */
export function CredentialsFields({ control, endpoint }: Props) {
  const { field } = useController({ control, name: 'credentials_action' });
  const [url, hasSaved] = useWatch({ control, name: ['url', 'has_credentials'] });
  // The pressed button is replaced by the inputs or buttons of the new choice.
  const box = useRestoreFocus<HTMLFieldSetElement>(field.value);

  const areRemovedOnSave = hasSaved && field.value === '' && endpoint && url !== '' && !isSameServer(endpoint.url, url);
  return (
    <fieldset className={`stack-12 ${classes.fieldset}`} ref={box}>
      <legend>User name and password</legend>
      <p className={`caption ${classes.hint}`}>
        For sites that require credentials. Either may be empty, for example the user name of a token. They are sent
        only to the server of this address, and are removed when the address changes to another server.
      </p>
      {hasSaved && field.value === '' && (
        <SavedCredentials text="Saved. They are never shown again.">
          <Button size="compact-sm" variant="default" onClick={() => field.onChange('set')}>
            Replace
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => field.onChange('remove')}>
            Remove
          </Button>
        </SavedCredentials>
      )}
      {hasSaved && field.value === 'remove' && (
        <SavedCredentials text="They are removed when you save.">
          <Button size="compact-sm" variant="default" onClick={() => field.onChange('')}>
            Keep credentials
          </Button>
        </SavedCredentials>
      )}
      {areRemovedOnSave && (
        <Note tone="warn">
          The address is on another server now, so the saved credentials are removed when you save. Enter new ones if
          the new server requires them.
        </Note>
      )}
      {(!hasSaved || field.value === 'set') && <CredentialsInputs control={control} />}
      {hasSaved && field.value === 'set' && (
        <Button className={classes.keepButton} size="compact-sm" variant="subtle" onClick={() => field.onChange('')}>
          Keep saved credentials
        </Button>
      )}
    </fieldset>
  );
}

function SavedCredentials({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="wrap">
      <span className={classes.savedText}>
        <Icon name="lock" />
        {text}
      </span>
      <span className="row">{children}</span>
    </div>
  );
}

/** The autocomplete values keep the browser from offering or saving the member's own password. */
function CredentialsInputs({ control }: { control: Control<EndpointValues> }) {
  return (
    <>
      <Field control={control} name="credentials_username" autoCapitalize="off" spellCheck={false} />
      <Field
        control={control}
        name="credentials_password"
        as={PasswordInput}
        autoComplete="new-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
    </>
  );
}
