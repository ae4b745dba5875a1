import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '@/test/render';
import { RelativeTime } from './RelativeTime';

test('all relative times share one timer, which stops when the last one is unmounted', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-03-10T12:00:00Z') });
  const { unmount } = renderPage(
    <>
      <RelativeTime at="2026-03-10T12:00:00Z" />
      <RelativeTime at="2026-03-10T11:00:00Z" />
    </>,
  );
  expect(vi.getTimerCount()).toBe(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('1 min ago')).toBeVisible();
  expect(screen.getByText('1 h ago')).toBeVisible();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
