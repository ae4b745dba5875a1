import { z } from '@/lib/zod';
import type { ProposalField } from '@/api/gen/types.gen';
import { PROPOSAL_FIELD } from '@/lib/labels';
import { CURSOR } from '@/lib/search-params';

const FIELDS = Object.keys(PROPOSAL_FIELD) as [ProposalField, ...ProposalField[]];

const schema = z.object({
  field: z.enum(FIELDS).nullable().catch(null),
  importId: z.uuid().nullable().catch(null),
  cursor: z.string().regex(CURSOR).nullable().catch(null),
});

export type ProposalsSearch = z.output<typeof schema>;

/** Parses the state of the page from the URL. Invalid values become the defaults. */
export function parseProposalsSearch(params: URLSearchParams): ProposalsSearch {
  return schema.parse({ field: params.get('field'), importId: params.get('import'), cursor: params.get('cursor') });
}

/** Returns the URL parameters for a state, without the defaults. */
export function proposalsParams({ field, importId, cursor }: ProposalsSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (field) params.set('field', field);
  if (importId) params.set('import', importId);
  if (cursor) params.set('cursor', cursor);
  return params;
}
