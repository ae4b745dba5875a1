import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useMember } from '@/auth/member';
import { readDraft, removeDraft, writeDraft } from './draft';

function keep<T>(values: T): T {
  return values;
}

/**
 * Stores unsaved form values as a draft until they are saved or discarded, and returns a draft of
 * an earlier visit. `clean` removes what must not be stored.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string, clean: (values: T) => T = keep) {
  const member = useMember().id;
  const [found, setFound] = useState(() => readDraft(key, member, form.formState.defaultValues as T));
  const { subscribe, reset } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, defaultValues }) => {
          const draft = { base: clean(defaultValues as T), values: clean(values) };
          if (isDirty) writeDraft(key, { member, at: new Date().toISOString(), ...draft });
          else if (!found) removeDraft(key);
        },
      }),
    [subscribe, key, member, found, clean],
  );

  return {
    /** The draft of an earlier visit, until it is restored or discarded. */
    found,
    restore() {
      if (!found) return;
      setFound(null);
      reset(found.base);
      reset(found.values, { keepDefaultValues: true });
    },
    discard() {
      setFound(null);
      removeDraft(key);
    },
  };
}
