/**
 * Returns the smallest of 2, 4, 6, 8, 10, 20, 40, … that is at least the value, so that a scale has
 * whole numbers.
 */
export function scaleMax(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))));
  const step = [2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
