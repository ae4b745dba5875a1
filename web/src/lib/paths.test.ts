import { expect, test } from 'vitest';
import { isAreaPath, paths } from './paths';

const id = '0190b5d2-1c3a-7abc-8def-0123456789ab';

test('paths build the addresses of sources and imports', () => {
  expect(paths.source(id)).toBe(`/newssources/${id}`);
  expect(paths.source(id, 'history')).toBe(`/newssources/${id}/history`);
  expect(paths.import(id)).toBe(`/newssources/imports/${id}`);
});

test.each([
  ['/newssources', true],
  ['/newssources/', true],
  [`/newssources/${id.toUpperCase()}`, true],
  ['/newssources/history', true],
  [`/newssources/${id}/overview`, true],
  ['/', false],
  ['/newssources/imports/1', false],
  [`/newssources/${id}/nowhere`, false],
  [`/newssources/${id}/history/1`, false],
])('isAreaPath(%j) is %s', (path, expected) => expect(isAreaPath(path)).toBe(expected));
