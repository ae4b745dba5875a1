import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changed, parseSearch, toParams, type SearchChange, type SourcesSearch } from './sources.schema';

export type ChangeSearch = (change: SearchChange, options?: { replace?: boolean }) => void;

/** The list's state. It lives in the address and nowhere else, so that Back, reload and a shared link all work. */
export function useSourcesSearch(): [SourcesSearch, ChangeSearch] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => parseSearch(params), [params]);
  // At once: a checkbox that is read from the address would otherwise jump back for a moment after a click.
  const change: ChangeSearch = (what, options) =>
    setParams(toParams(changed(search, what)), { ...options, flushSync: true });
  return [search, change];
}
