import { expect, test } from 'vitest';
import { firstField, invalidFields } from './field-errors';

const order = ['homepage_url', 'name', 'endpoints', 'tags'];

test.each([
  [['tags', 'name'], 'name'],
  [['endpoints.2.url', 'tags'], 'endpoints.2.url'],
  [['endpoints.1.url', 'endpoints.3.kind'], 'endpoints.1.url'],
  [[], undefined],
])('of %j the first is %j', (names, first) => expect(firstField(names, order)).toBe(first));

test('fields in rows have names of their own', () => {
  const wrong = { type: 'x', message: 'y' };
  expect(invalidFields({ name: wrong, endpoints: [undefined, { url: wrong }] as never })).toEqual([
    'name',
    'endpoints.1.url',
  ]);
});
