import { nextDay, startOfLocalDay } from './dates';

/** The first and the last local day of a filter, as YYYY-MM-DD; '' for none. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the days in the URL. Invalid values are ignored. */
export function parseDayRange(params: URLSearchParams): DayRange {
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  return { from: day('from'), to: day('to') };
}

/** Returns the parameters of the API. The last day is included. */
export function dayRangeQuery({ from, to }: DayRange) {
  return {
    since: from ? startOfLocalDay(from) : undefined,
    until: to ? startOfLocalDay(nextDay(to)) : undefined,
  };
}
