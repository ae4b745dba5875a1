import type { Endpoint } from '@/api/gen/types.gen';

/** Returns the endpoints in their order, with retired ones last. */
export function retiredLast(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.toSorted((a, b) => Number(a.intent === 'retired') - Number(b.intent === 'retired'));
}

export type Move = 'up' | 'down' | 'top';

/** Returns the moves of an endpoint. Retired endpoints are always last, so they cannot be moved. */
export function possibleMoves(sorted: Endpoint[], id: string): Move[] {
  const movable = sorted.filter(({ intent }) => intent !== 'retired');
  const index = movable.findIndex((endpoint) => endpoint.id === id);
  if (index < 0) return [];
  const moves: Move[] = [];
  if (index > 1) moves.push('top');
  if (index > 0) moves.push('up');
  if (index < movable.length - 1) moves.push('down');
  return moves;
}

/** Returns the ids of all endpoints after a move. */
export function orderAfter(sorted: Endpoint[], id: string, move: Move): string[] {
  const ids = sorted.map((endpoint) => endpoint.id);
  const from = ids.indexOf(id);
  const to = move === 'top' ? 0 : move === 'up' ? from - 1 : from + 1;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}
