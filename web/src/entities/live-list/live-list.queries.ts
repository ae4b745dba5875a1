import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import {
  createLiveList,
  deleteLiveList,
  getLiveList,
  listLiveListReads,
  listLiveLists,
  readLiveList,
  replaceLiveList,
} from '@/api/gen/sdk.gen';
import type { LiveList, LiveListInput } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** The interval in milliseconds at which the lists are refetched: a job reads them. */
const REFRESH_MS = 15_000;

const keys = [queryKeys.liveLists, queryKeys.changeSets];

export function liveListsQuery() {
  return queryOptions({
    queryKey: queryKeys.liveLists,
    queryFn: async ({ signal }) => (await listLiveLists({ signal })).data.items,
    refetchInterval: REFRESH_MS,
  });
}

export function liveListQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.liveLists, id],
    queryFn: async ({ signal }) => (await getLiveList({ path: { live_list_id: id }, signal })).data,
    refetchInterval: REFRESH_MS,
  });
}

export function liveListReadsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.liveLists, id, 'reads'],
    queryFn: async ({ signal }) => (await listLiveListReads({ path: { live_list_id: id }, signal })).data.items,
    refetchInterval: REFRESH_MS,
  });
}

type Versioned = Pick<LiveList, 'id' | 'version'>;

/** Creates a live list, or replaces the settings of one. */
export function useSaveLiveList() {
  return useWrite(
    async ({ list, body }: { list?: Versioned; body: LiveListInput }) =>
      list
        ? (await replaceLiveList({ path: { live_list_id: list.id }, headers: ifMatch(list.version), body })).data
        : (await createLiveList({ body })).data,
    keys,
  );
}

/** Reads a list now. `acceptLength` accepts a version that is much shorter or longer. */
export function useReadLiveList(id: string) {
  return useWrite(
    async (acceptLength: boolean) =>
      (await readLiveList({ path: { live_list_id: id }, body: { accept_length: acceptLength } })).data,
    keys,
  );
}

export function useDeleteLiveList() {
  const queryClient = useQueryClient();
  return useWrite(
    ({ id, version }: Versioned) => deleteLiveList({ path: { live_list_id: id }, headers: ifMatch(version) }),
    [],
    {
      // Only the list of all: a query of the deleted one, whose page is still shown, would fail.
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: queryKeys.liveLists, exact: true }),
    },
  );
}
