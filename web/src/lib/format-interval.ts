/** Returns a duration in its two largest units, such as "1 d 6 h" or "30 min". */
export function describeInterval(seconds: number): string {
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
    .slice(first, first + 2)
    .flatMap(([n, unit]) => (n > 0 ? [`${n} ${unit}`] : []))
    .join(' ');
}
