import type { SuggestionField } from '@/api/gen/types.gen';

/** The fields of sources for which values are suggested. */
export const SUGGESTION_FIELD: Record<SuggestionField, string> = {
  name: 'Name',
  homepage_url: 'Homepage',
  country: 'Country',
  languages: 'Languages',
  paywall: 'Paywall',
  logo: 'Logo',
};
