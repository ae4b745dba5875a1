import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';

const PARAMETER = 'endpoint';

/** The chosen endpoint of a tab. */
interface Choice {
  endpoint: Endpoint | undefined;
  choose: (id: string) => void;
  /** The id of the endpoint that was shown or linked and that does not exist any more. */
  deletedId: string | undefined;
}

/**
 * Keeps the endpoint of a tab in the URL. Without it, or if it was deleted, it is the preferred
 * one, or else the first active one.
 */
export function useEndpointParam({ endpoints }: Source, preferredId?: string): Choice {
  const [search, setSearch] = useSearchParams();
  const id = search.get(PARAMETER);
  const [shownId, setShownId] = useState<string>();
  const exists = (each: string) => endpoints.some((endpoint) => endpoint.id === each);
  const endpoint =
    endpoints.find((each) => each.id === id) ??
    endpoints.find((each) => each.id === preferredId) ??
    endpoints.find(({ intent }) => intent === 'active') ??
    endpoints[0];
  const deletedId = [id, shownId].find((each) => each && !exists(each)) ?? undefined;
  if (endpoint && endpoint.id !== shownId && deletedId === undefined) setShownId(endpoint.id);
  function choose(next: string) {
    setShownId(next);
    setSearch(
      (params) => {
        params.set(PARAMETER, next); // filters stay
        return params;
      },
      { replace: true },
    );
  }
  return { endpoint, choose, deletedId };
}
