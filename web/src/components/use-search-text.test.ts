import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSearchText } from './use-search-text';

test.each([
  ['https://joe:secret@a.example/feed', 'https://a.example/feed', 'https://a.example/feed'],
  ['a.example/feed?api_key=abc', 'a.example/feed', 'a.example/feed'],
  ['daily https://joe:sec', 'daily https://joe:sec', 'daily'], // still typing the password
  ['the daily', 'the daily', 'the daily'],
])('%s is searched for without credentials', (typed, shown, searched) => {
  const onSearch = vi.fn();
  const { result } = renderHook(() => useSearchText('', onSearch));
  act(() => result.current.searchNow(typed));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(searched);
  expect(result.current.text).toBe(shown);
});

test('typing searches once, after a pause', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  const { result } = renderHook(() => useSearchText('', onSearch));
  for (const text of ['d', 'da', 'day']) {
    act(() => result.current.type(text));
    act(() => void vi.advanceTimersByTime(33));
  }
  expect(onSearch).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(100));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('day');
  vi.useRealTimers();
});

test('a prepared search begins with its result, or after a limit', async () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  const results: (() => void)[] = [];
  const prepare = vi.fn(() => new Promise<void>((resolve) => results.push(resolve)));
  const { result } = renderHook(() => useSearchText('', onSearch, prepare));
  const typeAndWait = async (text: string, ms: number) => {
    act(() => result.current.type(text));
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  await typeAndWait('day', 60);
  expect(prepare).toHaveBeenCalledExactlyOnceWith('day');
  expect(onSearch).not.toHaveBeenCalled();
  await typeAndWait('daily', 60);
  results[0]!(); // of a text that has changed since
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onSearch).not.toHaveBeenCalled();
  results[1]!();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('daily');
  await typeAndWait('weekly', 300);
  expect(onSearch).toHaveBeenLastCalledWith('weekly');
  vi.useRealTimers();
});
