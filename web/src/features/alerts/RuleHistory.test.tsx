import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AlertOccurrence, AlertOccurrencePage } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { RuleHistory } from './RuleHistory';

const RULE = '0191d3f0-0000-7000-8000-000000000001';

function occurrence(n: number, change: Partial<AlertOccurrence>): AlertOccurrence {
  return {
    alert: {
      id: `0191d3f0-0000-7000-8000-00000000010${n}`,
      source: { id: `0191d3f0-0000-7000-8000-00000000020${n}`, name: `Source ${n}` },
      affected: 1,
      total: 1,
      since: '2025-11-17T09:12:00Z',
      text: 'Failing: the host name cannot be resolved.',
    },
    fired_at: '2025-11-17T09:22:00Z',
    deliveries: 0,
    failed: 0,
    ...change,
  };
}

function open(pages: AlertOccurrencePage[]) {
  stubApi({
    [`GET /newssources/alerts/${RULE}/history`]: ({ url }) =>
      json(pages[new URL(url).searchParams.has('cursor') ? 1 : 0]),
  });
  renderRoutes([{ path: '/', element: <RuleHistory rule={RULE} /> }], { path: '/' });
}

test('the history has the subject, the recovery and the messages of each alert, page by page', async () => {
  open([
    {
      items: [
        occurrence(1, { deliveries: 2 }),
        occurrence(2, {
          recovered_at: '2025-11-17T10:22:00Z',
          ended_at: '2025-11-17T10:22:00Z',
          deliveries: 4,
          failed: 1,
        }),
      ],
      next_cursor: 'older',
    },
    { items: [occurrence(3, { ended_at: '2025-11-10T10:22:00Z' })] },
  ]);
  const row = async (name: string) => (await screen.findByRole('link', { name })).closest<HTMLElement>('[role="row"]')!;
  expect(within(await row('Source 1')).getByText('Firing')).toBeInTheDocument();
  expect(within(await row('Source 1')).getByRole('link', { name: '2 messages' })).toHaveAttribute(
    'href',
    '#deliveries',
  );
  expect(within(await row('Source 2')).getByRole('link', { name: '4 messages, 1 failed' })).toBeInTheDocument();
  expect(within(await row('Source 2')).queryByText('Firing')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show older alerts' }));
  expect(within(await row('Source 3')).getByText('Ended without recovery')).toBeInTheDocument();
  expect(within(await row('Source 3')).getByText('None sent')).toBeInTheDocument();
});

test('a rule without alerts shows a message', async () => {
  open([{ items: [] }]);
  expect(await screen.findByText('This rule has not fired in the last 90 days.')).toBeInTheDocument();
});
