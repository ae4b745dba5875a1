import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getProposalSummary, listProposals } from '@/api/gen/sdk.gen';
import type { ProposalField, ProposalSummary } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

/** Homepages are visited one after another, so that new proposals appear every few seconds. */
const POLL_MS = 4_000;

/** Reports whether homepages are being visited, so that more proposals will follow. */
export function isVisiting(summary: ProposalSummary | undefined): boolean {
  return summary !== undefined && !summary.visits.paused && summary.visits.waiting > 0;
}

/**
 * Queries the counts of proposals and visits, of all sources or of those that an import created.
 */
export function proposalSummaryQuery(importId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.proposals, 'summary', importId ?? null],
    queryFn: async ({ signal }) => (await getProposalSummary({ query: { import_id: importId }, signal })).data,
    refetchInterval: ({ state }) => (isVisiting(state.data) ? POLL_MS : false),
  });
}

export interface ProposalFilter {
  field?: ProposalField;
  source_id?: string;
  import_id?: string;
}

const PROPOSALS_PER_PAGE = 50;

/**
 * Queries a page of open proposals, oldest first. The previous rows stay visible while it loads.
 */
export function proposalsQuery(filter: ProposalFilter, cursor: string | null = null, poll = false) {
  return queryOptions({
    queryKey: [...queryKeys.proposals, 'list', filter, cursor],
    queryFn: async ({ signal }) =>
      (await listProposals({ query: { ...filter, cursor: cursor ?? undefined, limit: PROPOSALS_PER_PAGE }, signal }))
        .data,
    placeholderData: keepPreviousData,
    refetchInterval: poll ? POLL_MS : false,
  });
}
