import { expect, test } from 'vitest';
import { noSuggestions } from '@/test/api';
import { countWork, workText } from './count-work';

const work = (total: number, ...counts: number[]) => ({
  total,
  snoozed: 0,
  states: [],
  groups: [],
  suggestions: counts.map((count) => ({ kind: 'moved' as const, count })),
});
const details = (country: number, capped = false) => ({
  ...noSuggestions,
  capped,
  fields: { ...noSuggestions.fields, country },
});

test.each([
  [undefined, undefined, 0, ''],
  [work(0), details(0), 0, ''],
  [work(2), undefined, 2, '2 sources'],
  [work(0, 1), details(0), 1, '1 suggestion'],
  [work(0), details(1), 1, '1 suggestion'],
  [work(1, 1200, 4), details(6), 1211, '1 source and 1,210 suggestions'],
  [work(0), details(10_000, true), 10_000, '10,000 or more suggestions'],
])('counts sources and all kinds of suggestions', (of, found, total, text) => {
  const count = countWork(of, found);
  expect(count.sources + count.suggestions).toBe(total);
  expect(workText(count)).toBe(text);
});
