/**
 * Calls a function for each item, at most `limit` at the same time, and returns the results in the
 * order of the items.
 */
export async function mapConcurrently<T, R>(items: T[], limit: number, call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries(); // shared, so that each item is taken once
  async function work() {
    for (const [index, item] of entries) results[index] = await call(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
