/**
 * Returns all time zones of the browser, UTC (which some browsers omit) and the chosen one. Labels
 * have spaces for search.
 */
export function timeZoneOptions(chosen: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]);
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
