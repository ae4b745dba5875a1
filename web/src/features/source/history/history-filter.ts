import type { ListRegisterHistoryData } from '@/api/gen/types.gen';
import { dayRangeQuery, parseDayRange, type DayRange } from '@/lib/day-range';
import { UUID } from '@/lib/search-params';

/** The filter of a history, as the URL has it; '' for none. */
export interface HistoryFilter extends DayRange {
  action: string;
  actor: string;
}

const ACTION = /^[a-z_]+\.[a-z_]+$/;

/** Returns the filter in the URL. Invalid values are ignored. */
export function parseHistoryFilter(params: URLSearchParams): HistoryFilter {
  const read = (name: string, pattern: RegExp) => {
    const value = params.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  return { action: read('action', ACTION), actor: read('actor', UUID), ...parseDayRange(params) };
}

/** Returns the URL parameters of a filter. */
export function historyParams(filter: HistoryFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
}

/** Returns the parameters of the API. */
export function historyQueryOf({ action, actor, ...days }: HistoryFilter): ListRegisterHistoryData['query'] {
  return { action: action || undefined, actor: actor || undefined, ...dayRangeQuery(days) };
}
