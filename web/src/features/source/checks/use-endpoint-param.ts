import { useSearchParams } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';

const PARAMETER = 'endpoint';

/**
 * Keeps the endpoint of a tab in the URL. Without it, or if it was deleted, it is the preferred one, or else the first active
 * one.
 */
export function useEndpointParam(
  { endpoints }: Source,
  preferredId?: string,
): [Endpoint | undefined, (id: string) => void] {
  const [search, setSearch] = useSearchParams();
  const id = search.get(PARAMETER);
  const endpoint =
    endpoints.find((each) => each.id === id) ??
    endpoints.find((each) => each.id === preferredId) ??
    endpoints.find(({ intent }) => intent === 'active') ??
    endpoints[0];
  return [endpoint, (next) => setSearch({ [PARAMETER]: next }, { replace: true })];
}
