import { expect, test } from 'vitest';
import { wordDiff } from './word-diff';

const render = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}]` : `[+${text}]`))
    .join('');

test.each([
  ['same text', 'same text', 'same text'],
  ['', 'new', '[+new]'],
  ['old', '', '[-old]'],
  ['', '', ''],
  ['call Ana on Monday', 'call Ana on Friday', 'call Ana on [-Monday][+Friday]'],
  ['one two three', 'one three', 'one [-two ]three'],
  ['one three', 'one two three', 'one [+two ]three'],
  ['a b c', 'x b y', '[-a][+x] b [-c][+y]'],
  ['call Ana first', 'mail Ben first', '[-call Ana][+mail Ben] first'],
  ['a b', 'x y ', '[-a b][+x y ]'],
  ['line one\nline two', 'line one\n\nline two', 'line one[-\n][+\n\n]line two'],
])('%j to %j', (before, after, diff) => expect(render(before, after)).toBe(diff));

test('the diff of long texts contains both texts completely', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `w${i % 97}`).join(' ');
  const after = Array.from({ length: 3000 }, (_, i) => `w${(i * 7) % 89}`).join(' ');
  for (const [a, b] of [
    [before, after],
    [before.slice(0, 2000), after.slice(0, 2000)],
  ] as const) {
    const parts = wordDiff(a, b);
    const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
    expect(without('added')).toBe(a);
    expect(without('removed')).toBe(b);
  }
});
