import { expect, test } from 'vitest';
import { startOfLocalDay } from '@/lib/dates';
import { historyParams, historyQueryOf, parseHistoryFilter } from './history-filter';

const actor = '0190b5d2-0000-7000-8000-000000000001';

test('the filter is in the URL, and its last day is included', () => {
  const filter = { action: 'endpoint.deleted', actor, from: '2026-01-30', to: '2026-01-31' };
  expect(parseHistoryFilter(historyParams(filter))).toEqual(filter);
  expect(historyQueryOf(filter)).toEqual({
    action: 'endpoint.deleted',
    actor,
    since: startOfLocalDay('2026-01-30'),
    until: startOfLocalDay('2026-02-01'),
  });
});

test('invalid values are ignored', () => {
  const filter = parseHistoryFilter(new URLSearchParams('action=x&actor=me&from=2026-99-99&to=yesterday'));
  expect(filter).toEqual({ action: '', actor: '', from: '', to: '' });
  expect(historyParams(filter).size).toBe(0);
});
