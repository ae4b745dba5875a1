import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import {
  createAlertRule,
  createWebhook,
  deleteAlertRule,
  deleteWebhook,
  getAlertRule,
  listAlertDeliveries,
  listAlertHistory,
  listAlertRules,
  listFiringAlerts,
  listWebhooks,
  previewAlertRule,
  replaceAlertRule,
  replaceWebhook,
  resendAlertDelivery,
  rotateWebhookSecret,
  testAlertRule,
} from '@/api/gen/sdk.gen';
import type {
  AlertDelivery,
  AlertDeliveryPage,
  AlertPreviewInput,
  AlertRule,
  AlertRuleInput,
  Webhook,
  WebhookInput,
} from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** The interval in milliseconds at which what fires and what is sent is read again. */
const REFRESH_MS = 15_000;
/** A message is usually sent within seconds. */
const MIN_SENDING_REFRESH_MS = 2_000;
/** A receiver that does not answer is tried again for four hours. */
const MAX_SENDING_REFRESH_MS = 60_000;
const DELIVERIES_PER_PAGE = 20;
const OCCURRENCES_PER_PAGE = 20;

const rulesKey = [...queryKeys.alerts, 'rules'];
const deliveriesKey = [...queryKeys.alerts, 'deliveries'];
const webhooksKey = [...queryKeys.alerts, 'webhooks'];

export function rulesQuery() {
  return queryOptions({
    queryKey: rulesKey,
    queryFn: async ({ signal }) => (await listAlertRules({ signal })).data,
    refetchInterval: REFRESH_MS,
  });
}

/** The rules that were deleted here, or whose deletion was sent. */
const deletedRules = new Set<string>();

/**
 * Options of a query of a rule. The event of a deletion can arrive before the response to the
 * request. The page of the rule, which is still shown then, must not refetch it.
 */
const unlessDeleted = (id: string) => ({ enabled: () => !deletedRules.has(id) });

export function ruleQuery(id: string) {
  return queryOptions({
    ...unlessDeleted(id),
    queryKey: [...rulesKey, id],
    queryFn: async ({ signal }) => (await getAlertRule({ path: { rule_id: id }, signal })).data,
    refetchInterval: REFRESH_MS,
  });
}

export function firingQuery(id: string) {
  return queryOptions({
    ...unlessDeleted(id),
    queryKey: [...rulesKey, id, 'firing'],
    queryFn: async ({ signal }) => (await listFiringAlerts({ path: { rule_id: id }, signal })).data,
    refetchInterval: REFRESH_MS,
  });
}

export function previewQuery(input: AlertPreviewInput) {
  return queryOptions({
    queryKey: [...queryKeys.alerts, 'preview', input],
    queryFn: async ({ signal }) => (await previewAlertRule({ body: input, signal })).data,
    placeholderData: keepPreviousData,
    enabled: input.condition.states.length + (input.condition.rights_reviews?.length ?? 0) > 0,
  });
}

/**
 * Queries the messages of a rule, or of all rules, newest first. They are read again while one of
 * them is being sent.
 */
export function deliveriesQuery(rule?: string) {
  return {
    ...pagedQuery({
      queryKey: [...deliveriesKey, { rule }],
      perPage: DELIVERIES_PER_PAGE,
      read: async (page, signal) => (await listAlertDeliveries({ query: { rule, ...page }, signal })).data,
    }),
    refetchInterval: ({ state }: { state: { data?: { pages: AlertDeliveryPage[] } } }) =>
      sendingRefreshMs(state.data?.pages.flatMap((page) => page.items) ?? [], Date.now()),
  };
}

/**
 * Returns the delay before the log is refetched: short after a message was created or its next
 * attempt became due, then growing with the time since. Returns false if no message is being sent.
 */
export function sendingRefreshMs(deliveries: AlertDelivery[], now: number): number | false {
  const delays = deliveries
    .filter(({ state }) => state === 'pending')
    .map(({ created_at: created, next_attempt_at: next }) => {
      const due = new Date(next ?? created).getTime() - now;
      return due > 0 ? due + MIN_SENDING_REFRESH_MS : Math.max(-due / 2, MIN_SENDING_REFRESH_MS);
    });
  return delays.length > 0 && Math.min(...delays, MAX_SENDING_REFRESH_MS);
}

/** Queries the alerts of a rule that have fired, newest first. */
export function occurrencesQuery(rule: string) {
  return {
    ...unlessDeleted(rule),
    ...pagedQuery({
      queryKey: [...rulesKey, rule, 'history'],
      perPage: OCCURRENCES_PER_PAGE,
      read: async (page, signal) => (await listAlertHistory({ path: { rule_id: rule }, query: page, signal })).data,
    }),
    refetchInterval: REFRESH_MS,
  };
}

export function webhooksQuery() {
  return queryOptions({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => (await listWebhooks({ signal })).data.items,
  });
}

type Versioned = Pick<AlertRule, 'id' | 'version'>;

/** Creates a rule, or replaces the settings of one. */
export function useSaveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ rule, body }: { rule?: Versioned; body: AlertRuleInput }) =>
      rule
        ? (await replaceAlertRule({ path: { rule_id: rule.id }, headers: ifMatch(rule.version), body })).data
        : (await createAlertRule({ body })).data,
    onSuccess: (saved) => queryClient.setQueryData(ruleQuery(saved.id).queryKey, saved),
    onSettled: () => invalidate(queryClient, rulesKey),
  });
}

export function useDeleteRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rule: AlertRule) => deleteAlertRule({ path: { rule_id: rule.id }, headers: ifMatch(rule.version) }),
    onMutate: ({ id }) => void deletedRules.add(id),
    onError: (_, { id }) => void deletedRules.delete(id),
    onSettled: () => invalidate(queryClient, rulesKey, deliveriesKey),
  });
}

export function useTestRule() {
  return useWrite(async (id: string) => (await testAlertRule({ path: { rule_id: id } })).data, [deliveriesKey]);
}

export function useResend() {
  return useWrite((id: string) => resendAlertDelivery({ path: { delivery_id: id } }), [deliveriesKey]);
}

/** The responses of these mutations contain a secret, which must not stay in the mutation cache. */
const SECRET = { gcTime: 0 };

export function useCreateWebhook() {
  return useWrite(async (body: WebhookInput) => (await createWebhook({ body })).data, [webhooksKey], SECRET);
}

/** Changes the name and the address of a webhook, which rules and the delivery log show too. */
export function useReplaceWebhook() {
  return useWrite(
    async ({ webhook, body }: { webhook: Versioned; body: WebhookInput }) =>
      (await replaceWebhook({ path: { webhook_id: webhook.id }, headers: ifMatch(webhook.version), body })).data,
    [queryKeys.alerts],
  );
}

export function useRotateSecret() {
  return useWrite(
    async ({ id, version }: Webhook) =>
      (await rotateWebhookSecret({ path: { webhook_id: id }, headers: ifMatch(version) })).data,
    [webhooksKey],
    SECRET,
  );
}

export function useDeleteWebhook() {
  return useWrite(
    ({ id, version }: Webhook) => deleteWebhook({ path: { webhook_id: id }, headers: ifMatch(version) }),
    [webhooksKey],
  );
}
