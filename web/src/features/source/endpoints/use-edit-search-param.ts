import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { healthQuery } from '@/entities/source/source.queries';
import { WORST_ENDPOINT } from '@/lib/paths';
import { worstEndpoint } from '../worst-endpoint';

const PARAMETER = 'edit';

/**
 * Returns the endpoint whose settings a link opens, and a function that removes it from the URL.
 */
export function useEditSearchParam(source: Source): [Endpoint | null, () => void] {
  const [search, setSearch] = useSearchParams();
  const { data: health } = useQuery(healthQuery(source.id));
  const wanted = search.get(PARAMETER);
  const id = wanted === WORST_ENDPOINT ? health && worstEndpoint(health) : wanted;
  const fallback = wanted === WORST_ENDPOINT && health ? source.endpoints[0] : undefined;
  const endpoint = wanted ? (source.endpoints.find((each) => each.id === id) ?? fallback) : undefined;
  return [endpoint ?? null, () => setSearch({}, { replace: true })];
}
