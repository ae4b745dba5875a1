import { useSearchParams } from 'react-router-dom';
import type { CheckResultFilter } from '@/api/gen/types.gen';
import { CHECK_RESULT } from '@/entities/check/labels';

const PARAMETER = 'result';

/** Keeps the filter of the checks in the URL. An invalid value is ignored. */
export function useResultParam(): [CheckResultFilter | undefined, (next: string) => void] {
  const [search, setSearch] = useSearchParams();
  const value = search.get(PARAMETER);
  function choose(next: string) {
    setSearch(
      (params) => {
        if (next) params.set(PARAMETER, next);
        else params.delete(PARAMETER);
        return params;
      },
      { replace: true },
    );
  }
  return [value && value in CHECK_RESULT ? (value as CheckResultFilter) : undefined, choose];
}
