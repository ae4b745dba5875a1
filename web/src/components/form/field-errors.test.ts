import { expect, test } from 'vitest';
import { firstField, invalidFields } from './field-errors';

const order = ['homepage_url', 'name', 'endpoints', 'tags'];

test.each([
  [['tags', 'name'], 'name'],
  [['endpoints.2.url', 'tags'], 'endpoints.2.url'],
  [['endpoints.1.url', 'endpoints.3.kind'], 'endpoints.1.url'],
  [[], undefined],
])('the first field of %j is %j', (names, first) => expect(firstField(names, order)).toBe(first));

test('invalidFields returns the index of a row in the field name', () => {
  const error = { type: 'x', message: 'y' };
  expect(invalidFields({ name: error, endpoints: [undefined, { url: error }] as never })).toEqual([
    'name',
    'endpoints.1.url',
  ]);
});
