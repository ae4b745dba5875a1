import { expect, test } from 'vitest';
import { invitationFor } from './invitation-for';

test.each([
  [' ana@example.org ', { email: 'ana@example.org', role: 'viewer' }],
  ['example.org', { domain: 'example.org', role: 'viewer' }],
  ['@example.org', { domain: '@example.org', role: 'viewer' }],
])('%j', (text, expected) => {
  expect(invitationFor(text, 'viewer')).toEqual(expected);
});
