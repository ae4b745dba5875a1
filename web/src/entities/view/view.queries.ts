import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import {
  countViews,
  createView,
  createViewAddress,
  deleteView,
  getView,
  listViewAddresses,
  listViews,
  revokeViewAddress,
  setDefaultView,
  updateView,
} from '@/api/gen/sdk.gen';
import type { SavedView, SavedViewInput, SavedViewList, SavedViewPatch, ViewAddressCreate } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** Views change rarely; what other members change is shown at the latest after this time. */
const VIEWS_STALE_MS = 60_000;

/** Under the key of the lists, so that what changes the lists refetches the counts. */
const countsKey = [...queryKeys.sourceLists, 'view-counts'];

/** Queries the views that the member sees, and the default view. */
export function viewsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.views, 'list'],
    queryFn: async ({ signal }) => (await listViews({ signal })).data,
    staleTime: VIEWS_STALE_MS,
  });
}

/** Queries a view that is not in the list, for the reason. */
export function viewQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.views, id],
    queryFn: async ({ signal }) => (await getView({ path: { view_id: id }, signal })).data,
  });
}

/** Queries the number of sources of each view, as texts by the id of the view. */
export function viewCountsQuery() {
  return queryOptions({
    queryKey: countsKey,
    queryFn: async ({ signal }) => (await countViews({ signal })).data.items,
  });
}

/** Creates a view, or changes one. The list has it at once, so that it can be opened. */
export function useSaveView() {
  const queryClient = useQueryClient();
  return useWrite(
    async ({ view, body }: { view?: SavedView; body: SavedViewInput | SavedViewPatch }) =>
      view
        ? (await updateView({ path: { view_id: view.id }, headers: ifMatch(view.version), body })).data
        : (await createView({ body: body as SavedViewInput })).data,
    [queryKeys.views, countsKey, queryKeys.alerts],
    {
      onSuccess: (saved) =>
        queryClient.setQueryData(viewsQuery().queryKey, (list: SavedViewList | undefined) => {
          const isKnown = list?.items.some(({ id }) => id === saved.id);
          const items = list?.items.map((item) => (item.id === saved.id ? saved : item)) ?? [];
          return { ...list, items: isKnown ? items : [...items, saved] };
        }),
    },
  );
}

/** Deletes a view. */
export function useDeleteView() {
  return useWrite(
    (view: SavedView) => deleteView({ path: { view_id: view.id }, headers: ifMatch(view.version) }),
    [queryKeys.views, countsKey],
  );
}

/** Chooses the view that the page of sources shows first; null: all sources. */
export function useSetDefaultView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) => setDefaultView({ body: { view_id: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.views }),
  });
}

const addressesKey = (viewId: string) => [...queryKeys.views, viewId, 'addresses'];

/** Queries the addresses at which programs read a view. */
export function viewAddressesQuery(viewId: string) {
  return queryOptions({
    queryKey: addressesKey(viewId),
    queryFn: async ({ signal }) => (await listViewAddresses({ path: { view_id: viewId }, signal })).data.items,
  });
}

/** The response contains the secret of the address, which must not stay in the mutation cache. */
export function useCreateViewAddress(viewId: string) {
  return useWrite(
    async (body: ViewAddressCreate) => (await createViewAddress({ path: { view_id: viewId }, body })).data,
    [addressesKey(viewId)],
    { gcTime: 0 },
  );
}

export function useRevokeViewAddress(viewId: string) {
  return useWrite(
    (id: string) => revokeViewAddress({ path: { view_id: viewId, address_id: id } }),
    [addressesKey(viewId)],
  );
}
