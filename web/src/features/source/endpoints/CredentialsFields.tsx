import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useController, useFormState, useWatch, type Control } from 'react-hook-form';
import type { Endpoint } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { FIELD_LABELS } from '../form/field-labels';
import { isSameServer } from '../form/credentials';
import type { Access } from './credentials-form';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';

interface Props {
  control: Control<EndpointValues>;
  endpoint: Endpoint | null;
}

/** A user name and a password go in and never come out: what is kept can be replaced or removed, not looked at. */
export function CredentialsFields({ control, endpoint }: Props) {
  const { field } = useController({ control, name: 'access' });
  const [url, kept] = useWatch({ control, name: ['url', 'has_credentials'] });
  const box = useRef<HTMLFieldSetElement>(null);
  const pressed = useRef(false);

  function become(access: Access) {
    pressed.current = true;
    field.onChange(access);
  }

  // The button that was pressed is gone; what came in its place takes the focus.
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [field.value]);

  const moves = kept && field.value === '' && endpoint && url !== '' && !isSameServer(endpoint.url, url);
  return (
    <fieldset className={classes.set} ref={box}>
      <legend>User name and password</legend>
      <p className={classes.hint}>
        For a site that asks for them; one of the two may be empty, such as the user name of a token. They go to the
        server of this address only, and are dropped when the address moves to another server.
      </p>
      {kept && field.value === '' && (
        <Kept words="Kept, and never shown again.">
          <Button size="compact-sm" variant="default" onClick={() => become('set')}>
            Replace
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => become('remove')}>
            Remove
          </Button>
        </Kept>
      )}
      {kept && field.value === 'remove' && (
        <Kept words="They are removed when you save.">
          <Button size="compact-sm" variant="default" onClick={() => become('')}>
            Keep them
          </Button>
        </Kept>
      )}
      {moves && (
        <Note tone="warn">
          The address is on another server now: what is kept is dropped when you save. Replace it if the new server
          asks, too.
        </Note>
      )}
      {(!kept || field.value === 'set') && <Inputs control={control} />}
      {kept && field.value === 'set' && (
        <Button className={classes.back} size="compact-sm" variant="subtle" onClick={() => become('')}>
          Keep what is there
        </Button>
      )}
    </fieldset>
  );
}

function Kept({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={classes.kept}>
      <span className={classes.keptWords}>
        <Icon name="lock" />
        {words}
      </span>
      <span className={classes.keptButtons}>{children}</span>
    </div>
  );
}

/** They are the site's: the browser shall neither offer the person's own nor keep these. */
function Inputs({ control }: { control: Control<EndpointValues> }) {
  const { errors } = useFormState({ control });
  return (
    <>
      <TextInput
        label={FIELD_LABELS.credentials_username}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.credentials_username?.message}
        {...control.register('credentials_username')}
      />
      <PasswordInput
        label={FIELD_LABELS.credentials_password}
        autoComplete="new-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        error={errors.credentials_password?.message}
        {...control.register('credentials_password')}
      />
    </>
  );
}
