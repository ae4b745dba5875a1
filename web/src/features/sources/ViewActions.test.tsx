import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { parseSearch } from './sources.schema';
import { ViewActions } from './ViewActions';

test('the form of a view, which is loaded when it is opened, begins with the name', async () => {
  stubApi({ 'GET /newssources/views': () => json({ items: [] }) });
  const search = parseSearch(new URLSearchParams('country=ES'));
  const saved = parseSearch(new URLSearchParams());
  renderPage(<ViewActions search={search} open={{ view: undefined, saved, isPending: false, missingId: undefined }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});
