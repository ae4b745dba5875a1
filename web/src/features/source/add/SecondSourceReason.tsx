import { Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import type { SourceValues } from '../form/values';
import classes from './notes.module.css';

/** The field for the reason why a site needs a second source. Gets the focus when it appears. */
export function SecondSourceReason({ existingName }: { existingName: string }) {
  const { control, setFocus } = useFormContext<SourceValues>();
  useEffect(() => {
    setFocus('duplicate_reason');
  }, [setFocus]);
  return (
    <div className={`card ${classes.reason}`}>
      <Field
        control={control}
        name="duplicate_reason"
        as={Textarea}
        description={`For example “The sports section has its own editors”. The reason is saved in the notes. Below, enter a homepage with a path that differs from ${existingName}, such as https://example.org/sport.`}
        rows={2}
        required
      />
    </div>
  );
}
