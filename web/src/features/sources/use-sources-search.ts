import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SavedView } from '@/api/gen/types.gen';
import { viewsQuery } from '@/entities/view/view.queries';
import { hideCredentials } from '@/lib/hide-credentials';
import {
  ALL_SOURCES,
  applyChange,
  parseSearch,
  parseView,
  searchOfView,
  toParams,
  type SearchChange,
  type SourcesSearch,
} from './sources.schema';

export type ChangeSearch = (change: SearchChange, options?: { replace?: boolean }) => void;

/** The saved view that the URL names. */
export interface OpenView {
  /** Undefined for all sources. */
  view: SavedView | undefined;
  /** The state of the list in the view, without the changes in the URL. */
  saved: SourcesSearch | undefined;
  /** The view is not known yet: the list cannot be read. */
  isPending: boolean;
  /** The id of a view that the member does not see, or undefined. */
  missingId: string | undefined;
}

/**
 * Returns the state of the list, its setter and the open view. The URL is the only store, so that
 * Back, reload and shared links work.
 */
export function useSourcesSearch(): [SourcesSearch, ChangeSearch, OpenView] {
  const [params, setParams] = useSearchParams();
  const { data: views, isPending: isLoading } = useQuery(viewsQuery());
  const id = parseView(params);
  const isNamed = id !== '' && id !== ALL_SOURCES;
  const view = isNamed ? views?.items.find((candidate) => candidate.id === id) : undefined;
  const saved = useMemo(() => view && searchOfView(view), [view]);
  const search = useMemo(() => parseSearch(params, saved), [params, saved]);
  // A link may contain a search for an address with a password.
  const given = params.get('q') ?? '';
  const hasCredentials = hideCredentials(given) !== given;
  useEffect(() => {
    if (hasCredentials) setParams(toParams(search, saved), { replace: true });
  }, [hasCredentials, search, saved, setParams]);
  const defaultId = params.size === 0 ? views?.default_view_id : undefined;
  useEffect(() => {
    if (defaultId) setParams({ view: defaultId }, { replace: true });
  }, [defaultId, setParams]);

  // flushSync: a controlled checkbox would otherwise show its old value for a moment after a click.
  const change: ChangeSearch = (update, options) => {
    const next = toParams(applyChange(search, update), saved);
    // Without parameters, the default view would be opened.
    if (next.size === 0 && views?.default_view_id) next.set('view', ALL_SOURCES);
    setParams(next, { ...options, flushSync: true });
  };
  const isPending = (isLoading && (isNamed || params.size === 0)) || defaultId !== undefined;
  return [search, change, { view, saved, isPending, missingId: isNamed && !isLoading && !view ? id : undefined }];
}
