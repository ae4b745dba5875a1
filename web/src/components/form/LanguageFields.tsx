import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { type Control, type FieldValues, type Path } from 'react-hook-form';
import { commonLanguages, NO_OPTIONS } from '@/lib/place-names';
import { useDeferred } from '@/lib/use-deferred';
import { fieldLabel } from './field-labels';
import classes from './form.module.css';
import { languageOptions } from './language-options';
import { LIMITS } from './limits';
import { originProps } from './origin-props';
import { optionFilter } from './search-options';
import { selectInputText } from './select-input-text';
import { useField } from './use-field';
import { useSearchableSelect } from './use-searchable-select';

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
}

const filter = optionFilter('No matching language. You can enter a language code such as pt-BR.');

/** Selects several languages by name or code. */
export function LanguagesField<T extends FieldValues>({
  control,
  name,
  description,
  from,
}: Props<T> & { description?: string; from?: string }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useField({ control, name });
  const searchable = useSearchableSelect(onBlur);
  const [search, setSearch] = useState('');
  const common = useDeferred(commonLanguages, NO_OPTIONS);
  const chosen = value as string[];
  const { classNames, ...origin } = originProps(from);
  return (
    <MultiSelect
      description={description}
      {...origin}
      classNames={{ ...classNames, inputField: classes.pillsInput }}
      label={fieldLabel(name)}
      placeholder={chosen.length === 0 ? 'Name or code' : undefined}
      data={languageOptions(common, chosen, search)}
      filter={filter}
      {...searchable}
      searchValue={search}
      onSearchChange={setSearch}
      hidePickedOptions
      maxValues={LIMITS.languages}
      ref={ref}
      value={chosen}
      onChange={onChange}
      error={fieldState.error?.message}
    />
  );
}

/** Selects one language or none. */
export function LanguageField<T extends FieldValues>({ control, name }: Props<T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useField({ control, name });
  const searchable = useSearchableSelect(onBlur);
  const [search, setSearch] = useState('');
  const common = useDeferred(commonLanguages, NO_OPTIONS);
  return (
    <Select
      label={fieldLabel(name)}
      placeholder="Name or code"
      data={languageOptions(common, value ? [value as string] : [], search)}
      filter={filter}
      {...searchable}
      onClick={selectInputText}
      onSearchChange={setSearch}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${fieldLabel(name).toLowerCase()}` }}
      allowDeselect={false}
      ref={ref}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      error={fieldState.error?.message}
    />
  );
}
