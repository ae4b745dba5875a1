import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type Control, type FieldValues, type Path } from 'react-hook-form';
import { fieldLabel } from './field-labels';
import classes from './form.module.css';
import { LIMITS } from './limits';
import { useField } from './use-field';
import { useMountedWhileFocused } from './use-mounted-while-focused';

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  label?: string;
  description?: string;
  /** The existing tags, in the order in which they are suggested. */
  known: string[];
  className?: string;
}

/** The input for tags. It suggests existing tags and accepts new ones. */
export function TagNamesField<T extends FieldValues>({
  control,
  name,
  label,
  description,
  known,
  className,
}: Props<T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useField({ control, name });
  const mounted = useMountedWhileFocused(onBlur);
  const tags = value as string[];
  // The dropdown closes after each tag, because it covers the button below the input.
  const [opened, setOpened] = useState(false);
  return (
    <TagsInput
      classNames={{ inputField: classes.pillsInput }}
      className={className}
      label={label ?? fieldLabel(name)}
      description={description}
      placeholder={tags.length === 0 ? 'Type and press Enter' : undefined}
      data={known}
      limit={50}
      maxTags={LIMITS.tags}
      splitChars={[',', ';']}
      ref={ref}
      value={tags}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onChange={(changed) => {
        onChange(changed.map((tag) => tag.trim()).filter(Boolean));
        setOpened(false);
      }}
      {...mounted}
      error={fieldState.error?.message}
    />
  );
}
