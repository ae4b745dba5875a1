import { expect, test } from 'vitest';
import type { FetchOutcome, Preview } from '@/api/gen/types.gen';
import { verdictOf } from '@/entities/endpoint/fetch-verdict';
import { aPreview } from '@/test/source';

const failed = (outcome: string, more: Partial<Preview> = {}) =>
  aPreview({ outcome: outcome as FetchOutcome, kind: undefined, items: 0, ...more });

test.each([
  ['a feed', aPreview(), 'ok', 'Works', 'A check would find 2 items (RSS).'],
  [
    'a feed of another kind',
    aPreview({ kind: 'atom' }),
    'warn',
    'Different kind',
    /2 items, but the address returns Atom instead of RSS/,
  ],
  ['a feed without items', aPreview({ items: 0 }), 'warn', 'Empty', /but has no items/],
  [
    'a feed above the size limit',
    aPreview({ outcome: 'too_large', detail: 'The feed is too large.' }),
    'warn',
    'Document too large',
    'The feed is too large.',
  ],
  [
    'a failure with a text of the API',
    failed('not_found', { detail: 'Nothing found.' }),
    'bad',
    'Page not found',
    'Nothing found.',
  ],
  ['a temporary failure', failed('unavailable', { detail: 'Try later.' }), 'warn', 'Site unavailable', 'Try later.'],
  ['a failure with a status only', failed('client_error', { status: 418 }), 'bad', 'Request refused', /status 418/],
  [
    'a failure without text or status',
    failed('reset', { status: undefined }),
    'warn',
    'Connection closed',
    /could not be read/,
  ],
  ['an outcome of a newer API', failed('new_outcome', { detail: 'New reason.' }), 'bad', 'Failed', 'New reason.'],
])('verdict about %s', (_, preview, tone, title, sentence) => {
  const verdict = verdictOf(preview, 'rss');
  expect(verdict).toMatchObject({ tone, title });
  expect(verdict.sentence).toMatch(sentence);
});

test('without an expected kind every kind is accepted', () => {
  expect(verdictOf(aPreview({ kind: 'atom' })).tone).toBe('ok');
});
