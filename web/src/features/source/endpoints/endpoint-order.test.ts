import { expect, test } from 'vitest';
import { anEndpoint } from '@/test/source';
import { orderAfter, possibleMoves, retiredLast, type Move } from './endpoint-order';

const endpoints = [
  anEndpoint({ id: 'a' }),
  anEndpoint({ id: 'old', intent: 'retired' }),
  anEndpoint({ id: 'b', intent: 'paused' }),
  anEndpoint({ id: 'c' }),
];
const sorted = retiredLast(endpoints);

test('retired endpoints are last', () => {
  expect(sorted.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'old']);
});

test.each<[string, Move[]]>([
  ['a', ['down']],
  ['b', ['up', 'down']],
  ['c', ['top', 'up']],
  ['old', []],
])('%s has the moves %j', (id, moves) => expect(possibleMoves(sorted, id)).toEqual(moves));

test.each<[string, Move, string[]]>([
  ['a', 'down', ['b', 'a', 'c', 'old']],
  ['c', 'up', ['a', 'c', 'b', 'old']],
  ['c', 'top', ['c', 'a', 'b', 'old']],
])('moving %s %s results in %j', (id, move, ids) => expect(orderAfter(sorted, id, move)).toEqual(ids));
