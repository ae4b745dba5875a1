/** Every zone that this browser knows, and UTC, which not all browsers list. "New York" is found with its blank. */
export function timeZoneOptions(chosen: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]);
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
