import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Control } from 'react-hook-form';
import { FIELD_LABELS } from '@/components/form/field-labels';
import { LIMITS } from '@/components/form/limits';
import { useField } from '@/components/form/use-field';
import { useMountedWhileFocused } from '@/components/form/use-mounted-while-focused';
import { tagsQuery } from '@/entities/source/source.queries';
import type { SourceValues } from './values';
import classes from '@/components/form/form.module.css';

/** Edits tags; existing tags are suggested, the most used first, and new ones can be typed. */
export function TagsField({ control, wide }: { control: Control<SourceValues>; wide: boolean }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useField({ control, name: 'tags' });
  const mounted = useMountedWhileFocused(onBlur);
  const { data: known = [] } = useQuery(tagsQuery());
  const suggestions = known.toSorted((a, b) => b.count - a.count).map(({ name }) => name);
  return (
    <TagsInput
      classNames={{ inputField: classes.pillsInput }}
      className={wide ? classes.wide : undefined}
      label={FIELD_LABELS.tags}
      placeholder={value.length === 0 ? 'Type and press Enter' : undefined}
      data={suggestions}
      limit={50}
      maxTags={LIMITS.tags}
      splitChars={[',', ';']}
      ref={ref}
      value={value}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).filter(Boolean))}
      {...mounted}
      error={fieldState.error?.message}
    />
  );
}
