import { useQuery } from '@tanstack/react-query';
import { type Control } from 'react-hook-form';
import { TagNamesField } from '@/components/form/TagNamesField';
import { tagSuggestions, tagsQuery } from '@/entities/source/source.queries';
import type { SourceValues } from './values';
import classes from '@/components/form/form.module.css';

/** Edits the tags of a source; existing tags are suggested, the most used first. */
export function TagsField({ control, wide }: { control: Control<SourceValues>; wide: boolean }) {
  const { data: known = [] } = useQuery({ ...tagsQuery(), select: tagSuggestions });
  return (
    <TagNamesField
      control={control}
      name="tags"
      description="Used for filters, views and alert rules."
      known={known}
      className={wide ? classes.wide : undefined}
    />
  );
}
