import { expect, test } from 'vitest';
import { resolveMediaQuery } from './breakpoints';

test('resolveMediaQuery replaces breakpoint names and keeps other conditions', () => {
  expect(resolveMediaQuery('(hover: none), (--phone)')).toBe('(hover: none), (max-width: 640px)');
  expect(resolveMediaQuery('(min-width: 1px)')).toBe('(min-width: 1px)');
});

test('resolveMediaQuery rejects an unknown breakpoint', () => {
  expect(() => resolveMediaQuery('(--watch)')).toThrow('unknown breakpoint --watch');
});
