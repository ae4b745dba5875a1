import { expect, test } from 'vitest';
import type { FetchOutcome, Preview } from '@/api/gen/types.gen';
import { aPreview } from '../fixture';
import { verdictOf } from './verdict';

const failed = (outcome: string, more: Partial<Preview> = {}) =>
  aPreview({ outcome: outcome as FetchOutcome, kind: undefined, items: 0, ...more });

test.each([
  ['a feed', aPreview(), 'ok', 'Works', 'A check would find 2 items (RSS).'],
  ['another kind', aPreview({ kind: 'atom' }), 'warn', 'Another kind', /2 items, but this is Atom and not RSS/],
  ['nothing in it', aPreview({ items: 0 }), 'warn', 'Empty', /but has no items/],
  ['cut off', aPreview({ outcome: 'too_large', detail: 'It is too large.' }), 'warn', 'Too large', 'It is too large.'],
  [
    'the words of the API',
    failed('not_found', { detail: 'There is nothing.' }),
    'bad',
    'Not found',
    'There is nothing.',
  ],
  ['may pass', failed('unavailable', { detail: 'Come back.' }), 'warn', 'Unavailable', 'Come back.'],
  ['no words, but a status', failed('client_error', { status: 418 }), 'bad', 'Refused', /status 418/],
  ['neither', failed('reset', { status: undefined }), 'warn', 'Cut off', /could not be read/],
  ['of a newer API', failed('teapot', { detail: 'Short and stout.' }), 'bad', 'Failed', 'Short and stout.'],
])('%s', (_, preview, tone, word, sentence) => {
  const verdict = verdictOf(preview, 'rss');
  expect(verdict).toMatchObject({ tone, word });
  expect(verdict.sentence).toMatch(sentence);
});

test('without a saved kind there is none to differ from', () => {
  expect(verdictOf(aPreview({ kind: 'atom' })).tone).toBe('ok');
});
