import { TextInput } from '@mantine/core';
import { useRef, type ComponentProps, type ElementType, type ReactNode } from 'react';
import type { Control, FieldError, FieldValues, Path } from 'react-hook-form';
import { AddressError } from '@/components/AddressError';
import { suggestionOf } from './field-errors';
import { fieldLabel } from './field-labels';
import { focusInput, useField } from './use-field';

type Props<T extends FieldValues, C extends ElementType> = {
  control: Control<T>;
  name: Path<T>;
  /** The input of Mantine, which is a text input by default. */
  as?: C;
  /** Shown after the error of the field. */
  errorAction?: ReactNode;
  /** Called after the value of the form has changed. */
  onChange?: (event: { target: { value: string } }) => void;
} & Omit<ComponentProps<C>, 'as' | 'name' | 'value' | 'checked' | 'error' | 'onChange' | 'onBlur' | 'ref' | 'control'>;

/** An input of a form with its label and its error. */
export function Field<T extends FieldValues, C extends ElementType = typeof TextInput>(props: Props<T, C>) {
  const { control, name, as: Input = TextInput as ElementType, errorAction, onChange, ...rest } = props;
  const { field, fieldState } = useField({ control, name });
  const input = useRef<HTMLElement>(null);
  const { error } = fieldState;

  function setInput(element: HTMLElement | null) {
    input.current = element;
    field.ref(element);
  }
  function replace(address: string) {
    field.onChange(address);
    if (input.current) focusInput(input.current); // the focused button is removed with the error
  }
  return (
    <Input
      label={fieldLabel(name)}
      {...(Input === TextInput && { autoComplete: 'off' })}
      {...rest}
      ref={setInput}
      name={name}
      {...(typeof field.value === 'boolean' ? { checked: field.value } : { value: field.value as unknown })}
      onChange={(event: { target: { value: string } }) => {
        field.onChange(event);
        onChange?.(event);
      }}
      onBlur={field.onBlur}
      error={error && <ErrorContent error={error} action={errorAction} onUse={replace} />}
    />
  );
}

interface ErrorContentProps {
  error: FieldError;
  action: ReactNode;
  onUse: (address: string) => void;
}

/**
 * The error message and, for an address, a button that replaces the address with the suggested one.
 */
function ErrorContent({ error, action, onUse }: ErrorContentProps) {
  return (
    <>
      <AddressError message={error.message} suggestion={suggestionOf(error)} onUse={onUse} /> {action}
    </>
  );
}
