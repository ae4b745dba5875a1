import { expect, test } from 'vitest';
import { requestedCheckText } from './requested-check-text';

const now = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T12:00:10Z', false, 'The check starts within seconds.'],
  ['2026-11-22T11:59:00Z', false, 'The check starts within seconds.'],
  ['2026-11-22T12:59:00Z', false, 'The check starts in 59 min, because its site limits the requests.'],
  ['2026-11-22T12:00:10Z', true, 'The endpoint is checked when an administrator resumes the checks.'],
])('a check from %s on, paused: %s', (from, paused, text) => {
  expect(requestedCheckText({ endpoints: 1, skipped: 0, from, paused }, now)).toBe(text);
});
