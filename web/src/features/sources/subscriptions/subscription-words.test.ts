import { expect, test } from 'vitest';
import { describeSubscription } from './subscription-words';

test.each([
  [{ hour: 7, zone: 'UTC', content: 'all' }, 'Every day at 07:00 (UTC): all sources'],
  [
    { weekday: 7, hour: 18, zone: 'Europe/Madrid', content: 'changes' },
    'Every Sunday at 18:00 (Europe/Madrid): only changes',
  ],
] as const)('%o is “%s”', (subscription, text) => {
  expect(describeSubscription(subscription)).toBe(text);
});
