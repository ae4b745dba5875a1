import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi } from '@/test/api';
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
