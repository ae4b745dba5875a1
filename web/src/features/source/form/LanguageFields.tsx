import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { languageOptions } from './language-options';
import { namedFilter } from './find-named';
import classes from './form.module.css';
import { LIMITS } from './limits';
import { origin } from './origin';
import { selectText } from './select-text';
import { useLongList } from './use-long-list';

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  label: string;
}

const filter = namedFilter('No such language. A code (BCP 47) such as pt-BR works, too.');

/** Any number of languages, found by name or code. */
export function LanguagesField<T extends FieldValues>({ control, name, label, from }: Props<T> & { from?: string }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const longList = useLongList(onBlur);
  const [search, setSearch] = useState('');
  const chosen = value as string[];
  const { classNames, ...description } = origin(from);
  return (
    <MultiSelect
      {...description}
      classNames={{ ...classNames, inputField: classes.besidePills }}
      label={label}
      placeholder={chosen.length === 0 ? 'Name or code' : undefined}
      data={languageOptions(chosen, search)}
      filter={filter}
      {...longList}
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

/** One language or none. */
export function LanguageField<T extends FieldValues>({ control, name, label }: Props<T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const longList = useLongList(onBlur);
  const [search, setSearch] = useState('');
  return (
    <Select
      label={label}
      placeholder="Name or code"
      data={languageOptions(value ? [value as string] : [], search)}
      filter={filter}
      {...longList}
      onClick={selectText}
      onSearchChange={setSearch}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      allowDeselect={false}
      ref={ref}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      error={fieldState.error?.message}
    />
  );
}
