import { expect, test } from 'vitest';
import { lastKnownText } from './last-known-text';

const now = new Date(2026, 10, 23, 15, 0);

test('names the state, its beginning and its cause', () => {
  const since = new Date(2026, 10, 23, 14, 13).toISOString();
  const reason = 'There is no page at this address (404).';
  expect(lastKnownText({ state: 'failing', cause: 'not_found', since, reason }, now)).toBe(
    'Last known: failing since today at 14:13. There is no page at this address (404).',
  );
  expect(lastKnownText({ state: 'ok', since: new Date(2026, 10, 3).toISOString() }, now)).toBe(
    'Last known: working since 3 Nov.',
  );
  expect(lastKnownText({ state: 'new', since }, now)).toBe('Last known: not checked yet.');
});
