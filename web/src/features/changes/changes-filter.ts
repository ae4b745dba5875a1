import type { ChangeSetOrigin, ChangeSetState } from '@/api/gen/types.gen';
import { LISTED_STATES, type ChangeSetFilter } from '@/entities/change-set/change-set.queries';
import { CHANGE_SET_ORIGIN, CHANGE_SET_STATE } from '@/entities/change-set/labels';
import { dayRangeQuery, parseDayRange, type DayRange } from '@/lib/day-range';
import { oneOf, UUID } from '@/lib/search-params';

/** The filter of the change sets, as the URL has it; '' for none. */
export interface ChangesFilter extends DayRange {
  origin: ChangeSetOrigin | '';
  state: ChangeSetState | '';
  author: string;
}

const ORIGINS = Object.keys(CHANGE_SET_ORIGIN) as ChangeSetOrigin[];
const STATES = Object.keys(CHANGE_SET_STATE) as ChangeSetState[];

/** Returns the filter in the URL. Invalid values are ignored. */
export function parseChangesFilter(params: URLSearchParams): ChangesFilter {
  const author = params.get('author') ?? '';
  return {
    origin: oneOf(ORIGINS, params.get('origin')) ?? '',
    state: oneOf(STATES, params.get('state')) ?? '',
    author: UUID.test(author) ? author : '',
    ...parseDayRange(params),
  };
}

/** Returns the URL parameters of a filter. */
export function changesParams(filter: ChangesFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
}

/** Returns the parameters of the API. */
export function changesQueryOf({ origin, state, author, ...days }: ChangesFilter): ChangeSetFilter {
  return {
    origin: origin ? [origin] : undefined,
    state: state ? [state] : LISTED_STATES,
    author: author || undefined,
    ...dayRangeQuery(days),
  };
}
