import { describe, expect, test } from 'vitest';
import { requestedAddress, safeNext, signInPath } from './next';

const id = '0190b5d2-1c3a-7abc-8def-0123456789ab';

describe('safeNext', () => {
  test.each([
    '/newssources',
    '/newssources?q=el+pa%C3%ADs&tag=politics&tag=sport',
    '/newssources/new',
    `/newssources/${id}`,
    `/newssources/${id}/history#latest`,
    '/newssources/imports',
    '/newssources/people',
    '/newssources/tokens',
    `/newssources/imports/${id}`,
  ])('accepts %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  test.each([
    ['', 'empty'],
    ['/', 'the root would redirect to itself'],
    ['newssources', 'no leading slash'],
    ['//newssources', 'protocol-relative'],
    ['//evil.example/newssources', 'protocol-relative host'],
    ['/\\evil.example/newssources', 'browsers read a backslash as a slash'],
    ['/\t/evil.example/newssources', 'browsers drop tabs'],
    ['https://evil.example/newssources', 'absolute'],
    ['javascript:alert(1)', 'a script URL'],
    ['/admin', 'not a page of the app'],
    ['/newssourcesx', 'only the prefix matches'],
    ['/newssources/foo', 'no such page'],
    [`/newssources/${id}/nowhere`, 'no such tab'],
    ['/newssources/../admin', 'leaves the area'],
    ['/newssources/%2e%2e/admin', 'leaves the area, encoded'],
  ])('rejects %j: %s', (next) => {
    expect(safeNext(next)).toBeNull();
  });

  test('returns null without a parameter', () => expect(safeNext(null)).toBeNull());
});

test.each([
  ['/newssources', '', '', '/'],
  ['/newssources', '?q=x', '', '/?next=%2Fnewssources%3Fq%3Dx'],
  [`/newssources/${id}`, '', '#a', `/?next=%2Fnewssources%2F${id}%23a`],
  ['/elsewhere', '', '', '/'],
])('signInPath of %s%s%s is %s', (pathname, search, hash, expected) => {
  expect(signInPath({ pathname, search, hash })).toBe(expected);
});

test.each([
  ['/newssources', '?country=ES', '/newssources?country=ES'],
  ['/', '?next=%2Fnewssources%2Fwork', '/newssources/work'],
  ['/', '?next=https%3A%2F%2Fevil.example', null],
  ['/', '', null],
])('the address %s%s asks for %s', (pathname, search, want) => {
  expect(requestedAddress({ pathname, search })).toBe(want);
});
