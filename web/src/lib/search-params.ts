/** A page cursor of the API. */
export const CURSOR = /^[\w-]{1,600}$/;

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the value if it is one of the options. */
export function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}
