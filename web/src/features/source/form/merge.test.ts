import { describe, expect, test } from 'vitest';
import { mergeEdits } from './merge';

interface Values {
  name: string;
  tier: string;
  tags: string[];
  version: number;
}

const base: Values = { name: 'Old', tier: '3', tags: ['a'], version: 1 };
const theirVersion = { version: 2 };

const table: {
  what: string;
  mine: Partial<Values>;
  theirs: Partial<Values>;
  merged: Partial<Values>;
  taken?: string[];
  contested?: string[];
}[] = [
  { what: 'nobody changed a field', mine: {}, theirs: {}, merged: {} },
  { what: 'only I did: mine stays', mine: { name: 'Mine' }, theirs: {}, merged: { name: 'Mine' } },
  { what: 'only they did: taken over', mine: {}, theirs: { tier: '2' }, merged: { tier: '2' }, taken: ['tier'] },
  {
    what: 'each another field: both stand',
    mine: { name: 'Mine' },
    theirs: { tier: '2' },
    merged: { name: 'Mine', tier: '2' },
    taken: ['tier'],
  },
  {
    what: 'both the same field: mine until the person chooses',
    mine: { name: 'Mine' },
    theirs: { name: 'Theirs' },
    merged: { name: 'Mine' },
    contested: ['name'],
  },
  {
    what: 'both came to the same value: nothing to say',
    mine: { tier: '1' },
    theirs: { tier: '1' },
    merged: { tier: '1' },
  },
  {
    what: 'I cleared what they changed',
    mine: { tier: '' },
    theirs: { tier: '1' },
    merged: { tier: '' },
    contested: ['tier'],
  },
  { what: 'they cleared what I left', mine: {}, theirs: { tags: [] }, merged: { tags: [] }, taken: ['tags'] },
  { what: 'lists count by what is in them', mine: { tags: ['a'] }, theirs: { tags: ['a'] }, merged: {} },
  {
    what: 'both changed a list',
    mine: { tags: ['a', 'b'] },
    theirs: { tags: ['a', 'c'] },
    merged: { tags: ['a', 'b'] },
    contested: ['tags'],
  },
];

describe('mergeEdits', () => {
  test.each(table)('$what', ({ mine, theirs, merged, taken = [], contested = [] }) => {
    const result = mergeEdits(
      ['name', 'tier', 'tags'],
      base,
      { ...base, ...mine },
      { ...base, ...theirs, ...theirVersion },
    );
    expect(result).toEqual({ merged: { ...base, ...theirVersion, ...merged }, taken, contested });
  });
});
