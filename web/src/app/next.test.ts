import { describe, expect, test } from 'vitest';
import { safeNext, signInPath } from './next';

const id = '0190b5d2-1c3a-7abc-8def-0123456789ab';

describe('safeNext', () => {
  test.each([
    '/newssources',
    '/newssources?q=el+pa%C3%ADs&tag=politics&tag=sport',
    '/newssources/new',
    `/newssources/${id}`,
    `/newssources/${id}/history#latest`,
    '/newssources/imports',
    `/newssources/imports/${id}`,
  ])('follows %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  test.each([
    ['', 'empty'],
    ['/', 'the root itself would turn in a circle'],
    ['newssources', 'no leading slash'],
    ['//newssources', 'protocol-relative'],
    ['//evil.example/newssources', 'protocol-relative host'],
    ['/\\evil.example/newssources', 'a backslash is a slash to a browser'],
    ['/\t/evil.example/newssources', 'a tab is dropped by a browser'],
    ['https://evil.example/newssources', 'absolute'],
    ['javascript:alert(1)', 'a script'],
    ['/admin', 'not a page of ours'],
    ['/newssourcesx', 'only begins alike'],
    ['/newssources/foo', 'no such page'],
    [`/newssources/${id}/nowhere`, 'no such tab'],
    ['/newssources/../admin', 'leaves the area'],
    ['/newssources/%2e%2e/admin', 'leaves the area, encoded'],
  ])('refuses %j: %s', (next) => {
    expect(safeNext(next)).toBeNull();
  });

  test('goes nowhere when there is none', () => expect(safeNext(null)).toBeNull());
});

test.each([
  ['/newssources', '', '', '/'],
  ['/newssources', '?q=x', '', '/?next=%2Fnewssources%3Fq%3Dx'],
  [`/newssources/${id}`, '', '#a', `/?next=%2Fnewssources%2F${id}%23a`],
  ['/elsewhere', '', '', '/'],
])('signInPath keeps %s%s%s as %s', (pathname, search, hash, expected) => {
  expect(signInPath({ pathname, search, hash })).toBe(expected);
});
