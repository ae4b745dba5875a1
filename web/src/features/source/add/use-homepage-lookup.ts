import { useEffect } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { SourceValues } from '../form/values';
import type { AddressQueue } from './address-queue';
import type { Entry } from './entry';
import { useLookup } from './use-lookup';

/**
 * Looks the homepage up in the register while the user types it, so that a duplicate is reported
 * before the save.
 */
export function useHomepageLookup(queue: AddressQueue, { id, edits }: Entry, control: Control<SourceValues>): void {
  const homepage = useWatch({ control, name: 'homepage_url' }).trim();
  const { existing, isAnswered } = useLookup(edits.homepage_url === undefined ? '' : homepage);
  useEffect(() => {
    if (isAnswered) queue.setHomepageAnswer(id, { homepage, existing });
  }, [queue, id, homepage, existing, isAnswered]);
}
