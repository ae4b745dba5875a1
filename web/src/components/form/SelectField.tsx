import { Select, type SelectProps } from '@mantine/core';
import { type Control, type FieldValues, type Path, type PathValue } from 'react-hook-form';
import { fieldLabel } from './field-labels';
import { selectInputText } from './select-input-text';
import { useField } from './use-field';
import { useMountedWhileFocused } from './use-mounted-while-focused';

interface Props<T extends FieldValues> extends Omit<
  SelectProps,
  'name' | 'value' | 'onChange' | 'error' | 'defaultValue' | 'ref'
> {
  control: Control<T>;
  name: Path<T>;
}

/** A Mantine Select for react-hook-form; '' is the form value of no selection. */
export function SelectField<T extends FieldValues>({ control, name, ...select }: Props<T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useField({ control, name });
  const label = fieldLabel(name);
  const mounted = useMountedWhileFocused(onBlur);
  return (
    <Select
      // The selection is cleared with its button, not by choosing the selected option again.
      allowDeselect={false}
      label={label}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      {...mounted}
      {...(select.searchable && { selectFirstOptionOnChange: true, onClick: selectInputText })}
      {...select}
      ref={ref}
      value={value || null}
      onChange={(chosen) => onChange((chosen ?? '') as PathValue<T, Path<T>>)}
      error={fieldState.error?.message}
    />
  );
}
