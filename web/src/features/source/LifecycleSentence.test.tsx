import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { aSource } from '@/test/source';
import { LifecycleSentence } from './LifecycleSentence';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('the end of a pause passes while the page is open', async () => {
  stubApi({});
  const until = new Date(Date.now() + 10_000).toISOString();
  renderPage(<LifecycleSentence source={aSource({ lifecycle: 'paused', paused_until: until })} />);
  expect(screen.getByText(/^until /)).not.toHaveTextContent('has passed');
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(screen.getByText(/^until /)).toHaveTextContent('which has passed');
});

test('an active source that is forbidden says that nothing is fetched', () => {
  stubApi({ [`GET /newssources/${aSource().id}/history`]: () => json({ items: [] }) });
  renderPage(<LifecycleSentence source={aSource({ lifecycle: 'active', rights: 'forbidden' })} />);
  expect(screen.getByText(/nothing is fetched/)).toBeVisible();
});
