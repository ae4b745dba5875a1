/** A page cursor of the API. */
export const CURSOR = /^[\w-]{1,600}$/;

const UUID_DIGITS = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

export const UUID = new RegExp(`^${UUID_DIGITS}$`, 'i');

/** Matches the identifiers in a path. */
export const UUIDS = new RegExp(UUID_DIGITS, 'gi');

/** Returns the value if it is one of the options. */
export function oneOf<T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}
