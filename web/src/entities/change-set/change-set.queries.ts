import { queryOptions } from '@tanstack/react-query';
import {
  exportChangeItems,
  getChangeSet,
  getChangeSetSummary,
  listChangeItems,
  listChangeSets,
} from '@/api/gen/sdk.gen';
import type { ChangeItemResult, ChangeSet, ChangeSetState, FileFormat, ListChangeSetsData } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';

export type ChangeSetFilter = Omit<NonNullable<ListChangeSetsData['query']>, 'cursor' | 'limit'>;

/** How often the progress is read; less often while events report it. */
const PROGRESS_POLL_MS = 1_000;
/** How often the counts of proposals are read. A hidden tab sends no requests. */
const SUMMARY_POLL_MS = 30_000;
const CHANGE_SETS_PER_PAGE = 50;
const ITEMS_PER_PAGE = 100;

/**
 * The states of the change sets that the list shows by default: drafts and discarded ones changed
 * nothing. The proposed ones wait for a decision.
 */
export const LISTED_STATES: ChangeSetState[] = [
  'proposed',
  'applying',
  'applied',
  'applied_in_part',
  'not_applied',
  'rejected',
];

/** Reports whether a background job previews or applies a change set. */
export function isActive(changeSet: Pick<ChangeSet, 'state' | 'preview_complete'> | undefined): boolean {
  if (!changeSet) return false;
  const { state, preview_complete: isComplete } = changeSet;
  return state === 'applying' || ((state === 'draft' || state === 'proposed') && !isComplete);
}

/** Reports whether a change set changed something and has ended, so that it can be undone. */
export function canUndo({ state, counts }: ChangeSet): boolean {
  return (state === 'applied' || state === 'applied_in_part') && counts.changed > 0;
}

/** Queries the change sets that match a filter, newest first. */
export function changeSetsQuery(filter: ChangeSetFilter) {
  return {
    ...pagedQuery({
      queryKey: [...queryKeys.changeSets, 'list', filter],
      perPage: CHANGE_SETS_PER_PAGE,
      read: async (page, signal) => (await listChangeSets({ query: { ...filter, ...page }, signal })).data,
    }),
    refetchInterval: ({ state }: { state: { data?: { pages: { items: ChangeSet[] }[] } } }) =>
      state.data?.pages.some(({ items }) => items.some(isActive)) ? pollDelay(PROGRESS_POLL_MS) : false,
  };
}

/** Queries a change set with its sample and reasons, and polls it while a job works on it. */
export function changeSetQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.changeSets, id],
    queryFn: async ({ signal }) => (await getChangeSet({ path: { change_set_id: id }, signal })).data,
    refetchInterval: ({ state }) => (isActive(state.data) ? pollDelay(PROGRESS_POLL_MS) : false),
  });
}

/** Queries the numbers of proposals that wait for the member. */
export function changeSetSummaryQuery() {
  return queryOptions({
    queryKey: [...queryKeys.changeSets, 'summary'],
    queryFn: async ({ signal }) => (await getChangeSetSummary({ signal })).data,
    refetchInterval: () => pollDelay(SUMMARY_POLL_MS),
  });
}

/** Queries the change sets that undo one, newest first. */
export function undosQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.changeSets, id, 'undos'],
    queryFn: async ({ signal }) => {
      const query = { parent: id, state: LISTED_STATES, limit: 20 };
      return (await listChangeSets({ query, signal })).data.items;
    },
  });
}

/** Queries the items of a change set, of one result or of all. */
export function changeItemsQuery(id: string, result: ChangeItemResult | undefined) {
  return pagedQuery({
    queryKey: [...queryKeys.changeSets, id, 'items', result ?? 'all'],
    perPage: ITEMS_PER_PAGE,
    read: async (page, signal) =>
      (
        await listChangeItems({
          path: { change_set_id: id },
          query: { ...page, result: result && [result] },
          signal,
        })
      ).data,
  });
}

export type ExportFormat = Exclude<FileFormat, 'opml'>;

/** Reads the items of a change set as a file. */
export async function downloadItems(id: string, format: ExportFormat, result: ChangeItemResult | undefined) {
  const query = { format, result: result && [result] };
  const response = await exportChangeItems({ path: { change_set_id: id }, query, parseAs: 'blob' });
  return response.data as unknown as Blob;
}
