import { expect, test } from 'vitest';
import { countWork } from './count-work';

test.each([
  [undefined, 0, ''],
  [{ total: 0, suggestions: [] }, 0, ''],
  [{ total: 2, suggestions: [] }, 2, '2 sources'],
  [{ total: 0, suggestions: [{ kind: 'moved' as const, count: 1 }] }, 1, '1 suggestion'],
  [
    {
      total: 1,
      suggestions: [
        { kind: 'moved' as const, count: 1200 },
        { kind: 'duplicate' as const, count: 4 },
      ],
    },
    1205,
    '1 source and 1,204 suggestions',
  ],
])('counts sources and suggestions', (work, total, text) => {
  expect(countWork(work)).toEqual({ total, text });
});
