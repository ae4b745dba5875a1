import { ActionIcon, Button, FileButton, Input, Tooltip } from '@mantine/core';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Source } from '@/api/gen/types.gen';
import { FIELD_LABELS } from '@/components/form/field-labels';
import { LIMITS } from '@/components/form/limits';
import { Icon } from '@/components/Icon';
import { Logo, LogoTile } from '@/components/Logo';
import { isDataUrl, toDataUrl } from '@/lib/data-url';
import classes from './LogoField.module.css';
import type { SourceValues } from './values';

/** The image formats that the API accepts. */
const ACCEPT = 'image/png,image/jpeg,image/gif,image/webp,image/x-icon,image/vnd.microsoft.icon,.ico';

const TOO_LARGE = `This picture has more than ${LIMITS.logo / 1024} KB. Choose a smaller one.`;

/** Shows, replaces or removes the logo of a source. Changes are saved with the form. */
export function LogoField({ source }: { source: Source }) {
  const { control, setError, clearErrors, setFocus } = useFormContext<SourceValues>();
  const { field, fieldState } = useController({ control, name: 'logo' });
  const [labelId, errorId] = [useId(), useId()];
  const error = fieldState.error?.message;

  async function choose(file: File | null) {
    if (!file) return;
    if (file.size > LIMITS.logo) {
      setError('logo', { message: TOO_LARGE });
      return;
    }
    const image = await toDataUrl(file);
    clearErrors('logo'); // not before the file is read: until then, Save would send the previous picture
    field.onChange(image);
  }

  function remove() {
    clearErrors('logo');
    field.onChange('');
    setFocus('logo'); // the pressed button is removed
  }

  return (
    <div className={classes.logo} role="group" aria-labelledby={labelId} aria-describedby={error ? errorId : undefined}>
      <span className={classes.label} id={labelId}>
        {FIELD_LABELS.logo}
      </span>
      <div className="row">
        {isDataUrl(field.value) ? (
          <LogoTile name={source.name} domain={source.canonical_domain} image={field.value} size={36} />
        ) : (
          <Logo source={{ ...source, logo: field.value }} size={36} />
        )}
        <FileButton accept={ACCEPT} onChange={(file) => void choose(file)}>
          {(button) => (
            <Button
              {...button}
              ref={field.ref}
              variant="default"
              onBlur={field.onBlur}
              aria-describedby={error ? errorId : undefined}
            >
              {field.value ? 'Replace' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {field.value && (
          <Tooltip label="Remove the logo">
            <ActionIcon variant="subtle" color="gray" onClick={remove} aria-label="Remove the logo">
              <Icon name="close" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {error && (
        <Input.Error id={errorId} className={classes.error}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
