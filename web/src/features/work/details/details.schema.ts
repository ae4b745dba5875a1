import type { SuggestionField } from '@/api/gen/types.gen';
import { SUGGESTION_FIELD } from '@/entities/suggestion/labels';
import { CURSOR, UUID } from '@/lib/search-params';
import { z } from '@/lib/zod';

const FIELDS = Object.keys(SUGGESTION_FIELD) as [SuggestionField, ...SuggestionField[]];

const schema = z.object({
  field: z.enum(FIELDS).nullable().catch(null),
  importId: z.string().regex(UUID).nullable().catch(null),
  cursor: z.string().regex(CURSOR).nullable().catch(null),
});

export type DetailsSearch = z.output<typeof schema>;

/** Parses the state of the page from the URL. Invalid values become the defaults. */
export function parseDetailsSearch(params: URLSearchParams): DetailsSearch {
  return schema.parse({ field: params.get('field'), importId: params.get('import'), cursor: params.get('cursor') });
}

/** Returns the URL parameters for a state, without the defaults. */
export function detailsParams({ field, importId, cursor }: DetailsSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (field) params.set('field', field);
  if (importId) params.set('import', importId);
  if (cursor) params.set('cursor', cursor);
  return params;
}
