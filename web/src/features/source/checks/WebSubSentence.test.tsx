import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { WebSubSubscription } from '@/api/gen/types.gen';
import { WebSubSentence } from './WebSubSentence';

const active: WebSubSubscription = {
  hub: 'https://hub.example/path',
  state: 'active',
  since: new Date().toISOString(),
  last_delivery_at: new Date().toISOString(),
  is_trusted: true,
  has_missed: false,
};

describe('WebSubSentence', () => {
  it.each<[string, Partial<WebSubSubscription>, RegExp]>([
    ['an active subscription', {}, /^Subscribed at the WebSub hub hub\.example since .+\. Last delivery: .+\.$/],
    ['a hub without deliveries', { last_delivery_at: undefined }, /No delivery so far/],
    ['a silent hub', { has_missed: true }, /Some new items were not announced/],
    [
      'a denial',
      { state: 'denied', detail: 'The hub denied it.' },
      /The hub denied it\. The endpoint is checked as usual/,
    ],
    ['an installation without a public address', { state: 'off' }, /no public address/],
    ['a hub that did not answer yet', { state: 'requested' }, /has not confirmed it yet/],
  ])('describes %s', (_, changes, text) => {
    const { container } = render(<WebSubSentence subscription={{ ...active, ...changes }} />, {
      wrapper: MantineProvider,
    });
    expect(container.querySelector('p')?.textContent).toMatch(text);
  });
});
