import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import {
  createViewSubscription,
  deleteViewSubscription,
  listViewSubscriptions,
  replaceViewSubscription,
  sendViewSubscription,
} from '@/api/gen/sdk.gen';
import type { ViewSubscription, ViewSubscriptionInput } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** The interval in milliseconds at which the result of a pending message is read again. */
const SENDING_REFRESH_MS = 2_000;

const subscriptionsKey = (viewId: string) => [...queryKeys.views, viewId, 'subscriptions'];

/** Queries the subscriptions to a view that the member may change. */
export function viewSubscriptionsQuery(viewId: string) {
  return queryOptions({
    queryKey: subscriptionsKey(viewId),
    queryFn: async ({ signal }) => (await listViewSubscriptions({ path: { view_id: viewId }, signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ deliveries }) => deliveries.some(({ state }) => state === 'pending')) && SENDING_REFRESH_MS,
  });
}

/** Returns the settings of a subscription, to change one of them. */
export function settingsOf(subscription: ViewSubscription): ViewSubscriptionInput {
  const { content, weekday, hour, zone, paused, emails, webhook_ids } = subscription;
  return { content, weekday, hour, zone, paused, emails, webhook_ids };
}

/** Creates a subscription, or changes one. */
export function useSaveSubscription(viewId: string) {
  return useWrite(
    async ({ subscription, body }: { subscription?: ViewSubscription; body: ViewSubscriptionInput }) =>
      subscription
        ? (
            await replaceViewSubscription({
              path: { view_id: viewId, subscription_id: subscription.id },
              headers: ifMatch(subscription.version),
              body,
            })
          ).data
        : (await createViewSubscription({ path: { view_id: viewId }, body })).data,
    [subscriptionsKey(viewId)],
  );
}

/** Deletes a subscription. */
export function useDeleteSubscription(viewId: string) {
  return useWrite(
    ({ id, version }: ViewSubscription) =>
      deleteViewSubscription({ path: { view_id: viewId, subscription_id: id }, headers: ifMatch(version) }),
    [subscriptionsKey(viewId)],
  );
}

/** Sends the view of a subscription at once. */
export function useSendSubscription(viewId: string) {
  return useWrite(
    async (id: string) => (await sendViewSubscription({ path: { view_id: viewId, subscription_id: id } })).data,
    [subscriptionsKey(viewId)],
  );
}
