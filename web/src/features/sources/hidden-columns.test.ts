import { expect, test } from 'vitest';
import { hiddenColumns } from './hidden-columns';

const active = { lifecycle: 'active' } as const;

test.each([
  ['rows that load', undefined, ['tags', 'lifecycle']],
  ['active sources', [active, active], ['tags', 'lifecycle']],
  ['a paused source among them', [active, { lifecycle: 'paused' } as const], ['tags']],
])('%s', (_, rows, hidden) => {
  expect(hiddenColumns(['tags'], rows)).toEqual(hidden);
});
