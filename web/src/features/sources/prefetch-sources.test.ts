import { expect, test } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import { json, stubApi } from '@/test/api';
import { prefetchSources } from './prefetch-sources';
import { sourcesQuery } from './sources.queries';
import { parseSearch, searchOfView } from './sources.schema';
import { list } from './test-list';

const view = {
  id: '01938f00-0000-7000-8000-0000000000f1',
  filter: { country: ['ES'] },
  sort: '-updated_at',
};
const other = '01938f00-0000-7000-8000-0000000000f2';

test.each([
  ['no parameters, no default view', '', undefined, parseSearch(new URLSearchParams())],
  ['no parameters, a default view', '', view.id, searchOfView(view as never)],
  ['a view', `view=${view.id}`, undefined, searchOfView(view as never)],
  ['all sources beside a default view', 'view=all', view.id, parseSearch(new URLSearchParams('view=all'))],
  ['filters beside a default view', 'country=FR', view.id, parseSearch(new URLSearchParams('country=FR'))],
])('%s: the page of the list is in the cache', async (_, params, defaultView, search) => {
  const sent = stubApi({
    'GET /newssources/views': () => json({ items: [view], default_view_id: defaultView }),
    'GET /newssources': list,
  });
  const client = createQueryClient();
  await prefetchSources(client, new URLSearchParams(params));
  expect(client.getQueryData(sourcesQuery(search).queryKey)).toMatchObject({ total: 90 });
  expect(sent).toHaveLength(2);
});

test('an unknown view: no list is requested', async () => {
  const sent = stubApi({ 'GET /newssources/views': () => json({ items: [view] }) });
  await prefetchSources(createQueryClient(), new URLSearchParams(`view=${other}`));
  expect(sent).toHaveLength(1);
});
