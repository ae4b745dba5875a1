import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useMember } from '@/auth/member';
import { readDraft, removeDraft, writeDraft } from './draft';
import type { SourceValues } from './values';

/** Stores unsaved form values as a draft until they are saved or discarded, and returns a draft of an earlier visit. */
export function useDraft(form: UseFormReturn<SourceValues>, key: string) {
  const member = useMember().id;
  const [found, setFound] = useState(() => readDraft(key, member));
  const { subscribe, reset } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, defaultValues }) => {
          const base = defaultValues as SourceValues;
          if (isDirty) writeDraft(key, { member, at: new Date().toISOString(), base, values });
          else if (!found) removeDraft(key);
        },
      }),
    [subscribe, key, member, found],
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
