/** Returns a duration in its largest units, by default two: "1 d 6 h", "30 min". */
export function formatDuration(seconds: number, units = 2): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + units)
    .flatMap(([n, unit]) => (n > 0 ? [`${n} ${unit}`] : []))
    .join(' ');
}

/** Returns the duration of a request, such as "143 ms" or "2.4 s". */
export function formatMilliseconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
