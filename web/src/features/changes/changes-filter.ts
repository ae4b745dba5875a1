import type { ChangeSetOrigin, ChangeSetState } from '@/api/gen/types.gen';
import { LISTED_STATES, type ChangeSetFilter } from '@/entities/change-set/change-set.queries';
import { CHANGE_SET_ORIGIN, CHANGE_SET_STATE } from '@/entities/change-set/labels';
import { nextDay, startOfLocalDay } from '@/lib/dates';
import { oneOf, UUID } from '@/lib/search-params';

/** The filter of the change sets, as the URL has it; '' for none. */
export interface ChangesFilter {
  origin: ChangeSetOrigin | '';
  state: ChangeSetState | '';
  author: string;
  /** The first and the last day, as YYYY-MM-DD. */
  from: string;
  to: string;
}

const ORIGINS = Object.keys(CHANGE_SET_ORIGIN) as ChangeSetOrigin[];
const STATES = Object.keys(CHANGE_SET_STATE) as ChangeSetState[];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the filter in the URL. Invalid values are ignored. */
export function parseChangesFilter(params: URLSearchParams): ChangesFilter {
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  const author = params.get('author') ?? '';
  return {
    origin: oneOf(ORIGINS, params.get('origin')) ?? '',
    state: oneOf(STATES, params.get('state')) ?? '',
    author: UUID.test(author) ? author : '',
    from: day('from'),
    to: day('to'),
  };
}

/** Returns the URL parameters of a filter. */
export function changesParams(filter: ChangesFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
}

/** Returns the parameters of the API. The last day is included. */
export function changesQueryOf({ origin, state, author, from, to }: ChangesFilter): ChangeSetFilter {
  return {
    origin: origin ? [origin] : undefined,
    state: state ? [state] : LISTED_STATES,
    author: author || undefined,
    since: from ? startOfLocalDay(from) : undefined,
    until: to ? startOfLocalDay(nextDay(to)) : undefined,
  };
}
