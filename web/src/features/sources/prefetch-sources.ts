import type { QueryClient } from '@tanstack/react-query';
import { sourcePageQuery } from '@/entities/source/list.queries';
import { viewsQuery } from '@/entities/view/view.queries';
import { pageQuery } from './sources.queries';
import { ALL_SOURCES, parseSearch, parseView, searchOfView } from './sources.schema';

/**
 * Requests the page of the list that the parameters of its address describe, before the list is
 * rendered. The views come first, because one of them may be the filter.
 */
export async function prefetchSources(client: QueryClient, given: URLSearchParams): Promise<void> {
  const views = await client.fetchQuery(viewsQuery());
  const opensDefault = given.size === 0 && views.default_view_id;
  const params = opensDefault ? new URLSearchParams({ view: opensDefault }) : given;
  const id = parseView(params);
  const view = views.items.find((candidate) => candidate.id === id);
  if (id !== '' && id !== ALL_SOURCES && !view) return;
  const search = parseSearch(params, view && searchOfView(view));
  await client.prefetchQuery(sourcePageQuery(pageQuery(search)));
}
