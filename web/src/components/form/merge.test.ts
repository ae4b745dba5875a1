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
  name: string;
  mine: Partial<Values>;
  theirs: Partial<Values>;
  merged: Partial<Values>;
  theirChanges?: string[];
  conflicts?: string[];
}[] = [
  { name: 'no changes', mine: {}, theirs: {}, merged: {} },
  { name: 'a local change is kept', mine: { name: 'Mine' }, theirs: {}, merged: { name: 'Mine' } },
  {
    name: 'a change of the other member is merged',
    mine: {},
    theirs: { tier: '2' },
    merged: { tier: '2' },
    theirChanges: ['tier'],
  },
  {
    name: 'changes of different fields are both kept',
    mine: { name: 'Mine' },
    theirs: { tier: '2' },
    merged: { name: 'Mine', tier: '2' },
    theirChanges: ['tier'],
  },
  {
    name: 'different values for one field are a conflict; the merge has the local value',
    mine: { name: 'Mine' },
    theirs: { name: 'Theirs' },
    merged: { name: 'Mine' },
    conflicts: ['name'],
  },
  {
    name: 'equal changes are no conflict',
    mine: { tier: '1' },
    theirs: { tier: '1' },
    merged: { tier: '1' },
  },
  {
    name: 'a value that was cleared locally and changed by the other member is a conflict',
    mine: { tier: '' },
    theirs: { tier: '1' },
    merged: { tier: '' },
    conflicts: ['tier'],
  },
  {
    name: 'a value that the other member cleared is cleared',
    mine: {},
    theirs: { tags: [] },
    merged: { tags: [] },
    theirChanges: ['tags'],
  },
  { name: 'lists with equal items are equal', mine: { tags: ['a'] }, theirs: { tags: ['a'] }, merged: {} },
  {
    name: 'different changes of a list are a conflict, with both in the merge',
    mine: { tags: ['a', 'b'] },
    theirs: { tags: ['a', 'c'] },
    merged: { tags: ['a', 'c', 'b'] },
    conflicts: ['tags'],
  },
  {
    name: 'an item that one removed is removed, and one that the other added is kept',
    mine: { tags: [] },
    theirs: { tags: ['a', 'c'] },
    merged: { tags: ['c'] },
    conflicts: ['tags'],
  },
  {
    name: 'their list that includes my changes is merged without a conflict',
    mine: { tags: ['a', 'b'] },
    theirs: { tags: ['a', 'b', 'c'] },
    merged: { tags: ['a', 'b', 'c'] },
    theirChanges: ['tags'],
  },
  {
    name: 'my list that includes their changes is no conflict',
    mine: { tags: ['a', 'b', 'c'] },
    theirs: { tags: ['a', 'b'] },
    merged: { tags: ['a', 'b', 'c'] },
  },
];

describe('mergeEdits', () => {
  test.each(table)('$name', ({ mine, theirs, merged, theirChanges = [], conflicts = [] }) => {
    const result = mergeEdits(
      ['name', 'tier', 'tags'],
      base,
      { ...base, ...mine },
      { ...base, ...theirs, ...theirVersion },
    );
    expect(result).toEqual({ merged: { ...base, ...theirVersion, ...merged }, theirChanges, conflicts });
  });
});
