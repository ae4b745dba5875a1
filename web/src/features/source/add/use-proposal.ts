import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Candidate, DiscoveryEvent, ProposedField } from '@/api/gen/types.gen';
import type { SourceValues } from '../form/values';
import { useDiscovery } from './use-discovery';

/** Fields of the form that a search may fill. */
type Fillable = 'name' | 'homepage_url' | 'country' | 'languages';

/**
 * A search whose finds go into the form: values into fields that nobody has touched, and the feeds that are worth it
 * into the rows of what to gather.
 */
export function useProposal(form: UseFormReturn<SourceValues>) {
  /** What we have put into each field: anything else there is a person's own. */
  const filled = useRef<Partial<Record<Fillable, string>>>({});
  const discovery = useDiscovery((event: DiscoveryEvent) => {
    if (event.field) propose(event.field);
    if (event.candidate?.preselected) choose(event.candidate, true);
  });

  function propose({ name, value }: ProposedField) {
    if (name === 'logo_url') return; // the register keeps no pictures
    fill(name === 'language' ? 'languages' : name, value);
  }

  function fill(field: Fillable, value: string) {
    const now = form.getValues(field).toString();
    if (now !== '' && now !== filled.current[field]) return;
    filled.current[field] = value;
    form.setValue(field, field === 'languages' ? [value] : value);
    form.clearErrors(field);
  }

  function choose(candidate: Candidate, chosen: boolean) {
    if (!candidate.kind) return;
    const others = form.getValues('endpoints').filter(({ url }) => url.trim() !== '' && url !== candidate.url);
    const row = { url: candidate.url, kind: candidate.kind, name: candidate.title ?? '' };
    form.setValue('endpoints', chosen ? [...others, row] : others, { shouldDirty: true });
  }

  function isChosen(address: string): boolean {
    return form.getValues('endpoints').some(({ url }) => url === address);
  }

  return { ...discovery, choose, isChosen };
}
