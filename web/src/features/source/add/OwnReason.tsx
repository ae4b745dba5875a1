import { Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { FIELD_LABELS } from '../form/field-labels';
import type { SourceValues } from '../form/values';
import classes from './Existing.module.css';

/** Adding an outlet twice takes a reason, and something to tell the two apart by. */
export function OwnReason({ name }: { name: string }) {
  const { register, formState, setFocus } = useFormContext<SourceValues>();
  // It was asked for a moment ago, and may stand below what is in sight.
  useEffect(() => {
    setFocus('duplicate_reason');
  }, [setFocus]);
  return (
    <div className={classes.reason}>
      <Textarea
        label={FIELD_LABELS.duplicate_reason}
        description={`Such as “Sport has an editorial team of its own”. It is kept in the notes. The homepage below needs a path that tells it apart from ${name}, such as https://example.org/sport.`}
        rows={2}
        required
        error={formState.errors.duplicate_reason?.message}
        {...register('duplicate_reason')}
      />
    </div>
  );
}
