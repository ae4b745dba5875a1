import { expect, test } from 'vitest';
import type { AlertRule } from '@/api/gen/types.gen';
import { describeCondition, formatMinutes, newRuleValues, toInput, toValues } from './rule-values';

test.each([
  [{ scope: 'source', states: ['failing'] }, 0, 'Failing'],
  [{ scope: 'source', states: ['failing', 'gone'] }, 30, 'Failing or gone for 30 min'],
  [{ scope: 'source', states: ['quiet'], filter: { tag: ['politics'] } }, 1440, 'Quiet for 1 d, tag politics'],
  [
    { scope: 'source', states: ['failing'], causes: ['dns', 'tls'] },
    0,
    'Failing (host name not found or invalid certificate)',
  ],
  [{ scope: 'view', states: ['failing'], min_sources: 5 }, 0, 'At least 5 sources failing'],
  [
    { scope: 'view', states: ['failing'], min_sources: 5, min_share: 20 },
    60,
    'At least 5 sources and 20 % failing for 1 h',
  ],
] as const)('describeCondition %#', (condition, minutes, text) => {
  expect(describeCondition(structuredClone(condition) as never, minutes)).toBe(text);
});

test('formatMinutes', () => {
  expect([0, 10, 60, 90, 1440].map(formatMinutes)).toEqual(['None', '10 min', '1 h', '1 h 30 min', '1 d']);
});

test('a rule is unchanged by the form', () => {
  const rule: AlertRule = {
    id: 'i',
    version: 3,
    name: 'N',
    enabled: true,
    condition: {
      scope: 'view',
      states: ['failing'],
      causes: ['dns'],
      filter: { tag: ['a'] },
      min_sources: 3,
      min_share: 10,
    },
    for_minutes: 45,
    repeat_minutes: 90,
    notify_recovery: true,
    muted_until: '2030-01-01T00:00:00Z',
    quiet_from: '22:00',
    quiet_to: '07:00',
    digest: 'daily',
    digest_at: '09:30',
    zone: 'Europe/Madrid',
    emails: ['a@example.org'],
    webhooks: [{ id: 'w', name: 'W' }],
    firing: 0,
    created_at: '',
    updated_at: '',
  };
  expect(toInput(toValues(rule))).toEqual({
    name: 'N',
    enabled: true,
    condition: rule.condition,
    for_minutes: 45,
    repeat_minutes: 90,
    notify_recovery: true,
    muted_until: '2030-01-01T00:00:00Z',
    quiet_from: '22:00',
    quiet_to: '07:00',
    digest: 'daily',
    digest_at: '09:30',
    zone: 'Europe/Madrid',
    emails: ['a@example.org'],
    webhook_ids: ['w'],
  });
});

test('a new rule starts with the filter and the states of a list', () => {
  const input = toInput(newRuleValues({ tag: ['a'], q: '' }, ['quiet']));
  expect(input.condition).toEqual({ scope: 'source', states: ['quiet'], causes: [], filter: { tag: ['a'] } });
});
