/** Returns a function that calls `create` the first time, and then returns the same value. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
