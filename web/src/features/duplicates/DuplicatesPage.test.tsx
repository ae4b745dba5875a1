import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component } from './DuplicatesPage';

test('an editor starts a search and sees that it runs', async () => {
  let searching = false;
  const state = () => json({ searching, last_at: new Date(Date.now() - 7_200_000).toISOString() });
  stubApi({
    'GET /newssources/merges/search': state,
    'POST /newssources/merges/search': () => {
      searching = true;
      return state();
    },
  });
  renderPage(<Component />);
  expect(await screen.findByText(/Last search/)).toHaveTextContent('Last search 2 h ago');
  await userEvent.click(screen.getByRole('button', { name: 'Search for duplicates' }));
  expect(await screen.findByText('Searching all sources…')).toBeVisible();
});
