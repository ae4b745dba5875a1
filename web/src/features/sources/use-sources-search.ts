import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hideCredentials } from '@/lib/hide-credentials';
import { applyChange, parseSearch, toParams, type SearchChange, type SourcesSearch } from './sources.schema';

export type ChangeSearch = (change: SearchChange, options?: { replace?: boolean }) => void;

/**
 * Returns the state of the list and its setter. The URL is the only store, so that Back, reload and
 * shared links work.
 */
export function useSourcesSearch(): [SourcesSearch, ChangeSearch] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => parseSearch(params), [params]);
  // A link may contain a search for an address with a password.
  const given = params.get('q') ?? '';
  const hasCredentials = hideCredentials(given) !== given;
  useEffect(() => {
    if (hasCredentials) setParams(toParams(search), { replace: true });
  }, [hasCredentials, search, setParams]);
  // flushSync: a controlled checkbox would otherwise show its old value for a moment after a click.
  const change: ChangeSearch = (update, options) =>
    setParams(toParams(applyChange(search, update)), { ...options, flushSync: true });
  return [search, change];
}
