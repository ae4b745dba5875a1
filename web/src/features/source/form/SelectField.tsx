import { Select, type SelectProps } from '@mantine/core';
import { useController, type Control, type FieldValues, type Path, type PathValue } from 'react-hook-form';
import { selectText } from './select-text';

interface Props<T extends FieldValues> extends Omit<
  SelectProps,
  'name' | 'value' | 'onChange' | 'error' | 'defaultValue' | 'ref'
> {
  control: Control<T>;
  name: Path<T>;
}

/** One of several values; '' in the form when there is none. */
export function SelectField<T extends FieldValues>({ control, name, ...select }: Props<T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  return (
    <Select
      // Choosing the chosen one again would clear it; there is a button for that.
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': `Clear ${String(select.label).toLowerCase()}` }}
      // Enter takes the best match.
      onClick={select.searchable ? selectText : undefined}
      selectFirstOptionOnChange={select.searchable}
      {...select}
      ref={ref}
      value={value || null}
      onChange={(chosen) => onChange((chosen ?? '') as PathValue<T, Path<T>>)}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  );
}
