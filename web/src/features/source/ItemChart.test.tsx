import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatDay } from '@/lib/dates';
import { json } from '@/test/api';
import { aSource, anEvent } from '@/test/source';
import { openSourcePage } from './test-page';

const source = aSource();

test('the overview of a source shows its items by day, with the changes', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await openSourcePage({
    source,
    handlers: {
      [`GET /newssources/${source.id}/activity`]: () => json({ days: [{ day: today, items: 12 }] }),
      [`GET /newssources/${source.id}/history`]: () => json({ items: [{ ...anEvent(), at: `${today}T00:00:00Z` }] }),
    },
  });
  const chart = await screen.findByRole('img', { name: /Items per day.*12 items in total/ });
  expect(await screen.findByText(/A mark below a day/)).toBeVisible();
  expect(chart).toHaveTextContent(`${formatDay(today)}: 12 items`);
  const text = within(screen.getByRole('list', { name: /Items per day/ }));
  expect(text.getAllByRole('listitem')).toHaveLength(30);
  expect(text.getAllByRole('listitem').at(-1)).toHaveTextContent(new RegExp(`^${formatDay(today)}: 12 items\\. .+`));
});

test('a source without items has no chart', async () => {
  await openSourcePage({ source });
  expect(await screen.findByRole('table', { name: 'Endpoints' })).toBeVisible();
  expect(screen.queryByText('Items per day')).toBeNull();
});
