import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSteps } from './use-row-steps';

const rowsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at}` }));

function renderSteps(initial: { id: string }[]) {
  const seen: number[] = [];
  const hook = renderHook(({ rows }) => seen.push(useRowSteps(rows)), { initialProps: { rows: initial } });
  return { ...hook, seen };
}

test('rows that arrive after mount are added in steps', async () => {
  const { rerender, seen } = renderSteps([]);
  rerender({ rows: rowsOf('a', 60) });
  await waitFor(() => expect(seen.at(-1)).toBe(60));
  expect([...new Set(seen)]).toEqual([0, 5, 30, 55, 60]);
});

test('rows that exist on mount are shown immediately', () => {
  expect(renderSteps(rowsOf('a', 60)).seen).toEqual([60]);
});

test('rows that replace all others are added in steps again', async () => {
  const { rerender, seen } = renderSteps(rowsOf('a', 60));
  rerender({ rows: rowsOf('b', 60) });
  await waitFor(() => expect(seen.at(-1)).toBe(60));
  expect([...new Set(seen)]).toEqual([60, 25, 50]);
});

test('rows are shown immediately if some of them were shown before', () => {
  const { rerender, seen } = renderSteps(rowsOf('a', 60));
  rerender({ rows: [...rowsOf('b', 59), ...rowsOf('a', 1)] });
  expect(new Set(seen)).toEqual(new Set([60]));
});
