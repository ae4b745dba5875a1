import { expect, test } from 'vitest';
import { requestedCheckText, requestedChecksText } from './requested-check-text';

const now = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T12:00:10Z', false, 'The check starts within seconds.'],
  ['2026-11-22T11:59:00Z', false, 'The check starts within seconds.'],
  [
    '2026-11-22T12:59:00Z',
    false,
    'The check starts in 59 min, because the endpoint was just checked or its site limits the requests.',
  ],
  ['2026-11-22T12:00:10Z', true, 'The endpoint is checked when an administrator resumes the checks.'],
])('a check from %s on, paused: %s', (from, paused, text) => {
  expect(requestedCheckText({ endpoints: 1, skipped: 0, from, paused }, now)).toBe(text);
});

test.each([
  [{ endpoints: 3, skipped: 0, paused: false }, '3 endpoints are checked within seconds.'],
  [{ endpoints: 1, skipped: 0, paused: true }, '1 endpoint is checked when an administrator resumes the checks.'],
  [
    { endpoints: 12390, skipped: 1, paused: false, to: '2026-11-22T10:20:00Z' },
    '12,390 endpoints are checked, the last one in 20 min. 1 endpoint is skipped: paused, or of a source that is not active.',
  ],
  [
    { endpoints: 0, skipped: 2, paused: false },
    'No endpoint is checked. 2 endpoints are skipped: paused, or of a source that is not active.',
  ],
])('the text for the checks of several endpoints %j', (requested, text) => {
  expect(requestedChecksText(requested, new Date('2026-11-22T10:00:00Z'))).toBe(text);
});
