import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import { queryKeys } from '@/api/query-keys';
import { useAddEndpoint, useDeleteEndpoint, useUpdateEndpoint } from '@/entities/endpoint/endpoint.mutations';
import { json, stubApi } from '@/test/api';
import { anEndpoint, aSource } from '@/test/source';
import {
  useArchiveSource,
  useCreateSource,
  useDeleteSource,
  useUnarchiveSource,
  useUpdateSource,
} from './source.mutations';

const source = aSource();
const endpoint = anEndpoint();
const path = `/newssources/${source.id}`;
const endpointPath = `${path}/endpoints/${endpoint.id}`;

test.each<[string, () => () => Promise<unknown>]>([
  ['created', () => bind(useCreateSource(), { name: 'x', homepage_url: 'https://x.example/' })],
  ['changed', () => bind(useUpdateSource(), { ...source, patch: { name: 'x' } })],
  ['archived', () => bind(useArchiveSource(), source)],
  ['restored', () => bind(useUnarchiveSource(), source)],
  ['deleted', () => bind(useDeleteSource(), source)],
  ['given an endpoint', () => bind(useAddEndpoint(source.id), { url: endpoint.url, kind: 'rss' })],
  ['changed in an endpoint', () => bind(useUpdateEndpoint(source.id), { ...endpoint, patch: { name: 'x' } })],
  ['deprived of an endpoint', () => bind(useDeleteEndpoint(source.id), endpoint)],
])('the list and the totals are outdated after a source is %s', async (_, useChange) => {
  stubApi({
    'POST /newssources': () => json(source),
    [`PATCH ${path}`]: () => json(source),
    [`POST ${path}/archive`]: () => json(source),
    [`POST ${path}/unarchive`]: () => json(source),
    [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
    [`POST ${path}/endpoints`]: () => json(endpoint),
    [`PATCH ${endpointPath}`]: () => json(endpoint),
    [`DELETE ${endpointPath}`]: () => new Response(null, { status: 204 }),
  });
  const queryClient = createQueryClient();
  const keys = [[...queryKeys.sourceLists, 'page'], queryKeys.summary];
  for (const key of keys) queryClient.setQueryData(key, {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useChange, { wrapper });
  await act(() => result.current());
  for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated, key.join()).toBe(true);
});

function bind<V>(mutation: { mutateAsync: (variables: V) => Promise<unknown> }, variables: V) {
  return () => mutation.mutateAsync(variables);
}
