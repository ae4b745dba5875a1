import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlertDelivery } from '@/api/gen/types.gen';
import { sendingRefreshMs } from '@/entities/alert/alert.queries';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Deliveries } from './Deliveries';

const START = Date.parse('2026-11-24T08:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

function delivery(change: Partial<AlertDelivery>): AlertDelivery {
  return {
    id: '0191d3f0-0000-7000-8000-000000000401',
    rule: { name: 'Politics' },
    type: 'alert',
    channel: 'email',
    address: 'desk@example.org',
    state: 'pending',
    attempts: 0,
    created_at: at(0),
    firing: 1,
    still_firing: 0,
    recovered: 0,
    summary: 'El Ejemplo is failing',
    ...change,
  };
}

test.each<[string, Partial<AlertDelivery>[], number, number | false]>([
  ['no message', [], 0, false],
  ['messages with a result', [{ state: 'sent' }, { state: 'failed' }], 0, false],
  ['a new message', [{}], 1, 2_000],
  ['a message that is sent for 20 s', [{}], 20, 10_000],
  ['a message that is sent for an hour', [{}], 3600, 60_000],
  ['a message that is tried again in 30 s', [{ attempts: 2, next_attempt_at: at(130) }], 100, 32_000],
  ['a message that is tried again in an hour', [{ attempts: 9, next_attempt_at: at(7200) }], 3600, 60_000],
  ['a message that is tried again now', [{ attempts: 2, next_attempt_at: at(100) }], 100, 2_000],
  ['the newest of several messages', [{ created_at: at(-3600) }, {}], 1, 2_000],
])('the log with %s is read again', (_, changes, seconds, ms) => {
  expect(sendingRefreshMs(changes.map(delivery), START + seconds * 1000)).toBe(ms);
});

describe('the requests for the log', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.setSystemTime(START);
  });
  afterEach(() => {
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });

  async function open(items: AlertDelivery[]) {
    const sent = stubApi({ 'GET /newssources/alerts/deliveries': () => json({ items }) });
    renderPage(<Deliveries firing={0} />);
    await screen.findByText(/No message has been sent yet|El Ejemplo is failing/);
    return async (ms: number) => {
      const before = sent.length;
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return sent.length - before;
    };
  }

  test('grow rarer while a message is retried for an hour', async () => {
    const requestsIn = await open([delivery({})]);
    expect(await requestsIn(10_000)).toBeGreaterThanOrEqual(3);
    const inAnHour = await requestsIn(3600_000);
    expect(inAnHour).toBeGreaterThan(50);
    expect(inAnHour).toBeLessThan(80);
  });

  test('stop in a hidden tab', async () => {
    const requestsIn = await open([delivery({})]);
    focusManager.setFocused(false);
    expect(await requestsIn(600_000)).toBe(0);
  });

  test('are not repeated when no message is being sent', async () => {
    const requestsIn = await open([]);
    expect(await requestsIn(600_000)).toBe(0);
  });
});
