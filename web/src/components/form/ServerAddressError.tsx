import { type FieldError, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import { AddressError } from '@/components/AddressError';
import { suggestionOf } from './field-errors';

interface Props<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'setValue' | 'clearErrors' | 'setFocus'>;
  name: Path<T>;
  error: FieldError;
}

/** Shows the error of an address in a form; a click replaces the address by the one that was probably meant. */
export function ServerAddressError<T extends FieldValues>({ form, name, error }: Props<T>) {
  function replace(address: string) {
    form.clearErrors(name);
    form.setValue(name, address as PathValue<T, Path<T>>, { shouldDirty: true });
    form.setFocus(name); // the focused button is removed with the error
  }
  return <AddressError message={error.message} suggestion={suggestionOf(error)} onUse={replace} />;
}
