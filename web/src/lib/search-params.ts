/** A page cursor of the API. */
export const CURSOR = /^[\w-]{1,600}$/;

/** Returns the value if it is one of the options. */
export function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}
