import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDraft, removeDraft, writeDraft, type Draft } from './draft';

const saved = { name: '', tags: ['a'], version: 3 };
const draft: Draft<typeof saved> = {
  member: 'ana',
  at: '2025-11-17T09:12:00Z',
  base: saved,
  values: { ...saved, name: 'Incomplete na' },
};
const KEY = 'newssources:draft:s1';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a draft belongs to one member and one source', () => {
  writeDraft('s1', draft);
  expect(readDraft('s1', 'ana', saved)).toEqual(draft);
  expect(readDraft('s2', 'ana', saved)).toBeNull();
  removeDraft('s1');
  expect(readDraft('s1', 'ana', saved)).toBeNull();
});

test('reading the draft of another member removes it', () => {
  writeDraft('s1', draft);
  expect(readDraft('s1', 'ben', saved)).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test.each([
  ['invalid JSON', '{'],
  ['an object without the fields', '{"member":"ana"}'],
  ['a missing field', JSON.stringify({ ...draft, values: { ...draft.values, tags: undefined } })],
  ['a field of another type', JSON.stringify({ ...draft, values: { ...draft.values, tags: 'a,b' } })],
])('%s is ignored', (_, stored) => {
  sessionStorage.setItem(KEY, stored);
  expect(readDraft('s1', 'ana', saved)).toBeNull();
});

test('a full or blocked storage throws no error', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => writeDraft('s1', draft)).not.toThrow();
  expect(readDraft('s1', 'ana', saved)).toBeNull();
});
