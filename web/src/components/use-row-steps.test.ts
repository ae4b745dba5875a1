import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSteps } from './use-row-steps';

test('rows that arrive after mount are added in steps', async () => {
  const seen: number[] = [];
  const { rerender } = renderHook(({ count }) => seen.push(useRowSteps(count)), { initialProps: { count: 0 } });
  rerender({ count: 60 });
  await waitFor(() => expect(seen.at(-1)).toBe(60));
  expect([...new Set(seen)]).toEqual([0, 5, 30, 55, 60]);
});

test('rows that exist on mount are shown immediately', () => {
  const { result } = renderHook(() => useRowSteps(60));
  expect(result.current).toBe(60);
});
