import { expect, test } from 'vitest';
import { expectedApproval } from './expected-approval';

test.each([
  [undefined, 5, false, ''],
  [{}, 5, false, ''],
  [{ above: 4 }, 5, true, 'A change of so many items needs the approval of another editor or administrator.'],
  [
    { above: 100 },
    60,
    false,
    'If it changes more than 100 sources and endpoints, another editor or administrator must approve it.',
  ],
  [{ tier_1: true }, 5, false, 'If it concerns tier 1 sources, another editor or administrator must approve it.'],
])('the rule %j and %i items', (rule, items, isProposed, text) => {
  expect(expectedApproval(rule as Parameters<typeof expectedApproval>[0], items)).toEqual({ isProposed, text });
});
