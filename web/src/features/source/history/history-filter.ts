import type { ListRegisterHistoryData } from '@/api/gen/types.gen';
import { nextDay, startOfLocalDay } from '@/lib/dates';
import { UUID } from '@/lib/search-params';

/** The filter of a history, as the URL has it; '' for none. */
export interface HistoryFilter {
  action: string;
  actor: string;
  /** The first and the last day, as YYYY-MM-DD. */
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ACTION = /^[a-z_]+\.[a-z_]+$/;

/** Returns the filter in the URL. Invalid values are ignored. */
export function parseHistoryFilter(params: URLSearchParams): HistoryFilter {
  const read = (name: string, pattern: RegExp) => {
    const value = params.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const isDay = (value: string) => (value && !Number.isNaN(Date.parse(value)) ? value : '');
  return {
    action: read('action', ACTION),
    actor: read('actor', UUID),
    from: isDay(read('from', DAY)),
    to: isDay(read('to', DAY)),
  };
}

/** Returns the URL parameters of a filter. */
export function historyParams(filter: HistoryFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
}

/** Returns the parameters of the API. The last day is included. */
export function historyQueryOf({ action, actor, from, to }: HistoryFilter): ListRegisterHistoryData['query'] {
  return {
    action: action || undefined,
    actor: actor || undefined,
    since: from ? startOfLocalDay(from) : undefined,
    until: to ? startOfLocalDay(nextDay(to)) : undefined,
  };
}
