import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { readChanges } from '../test-page';
import { EVENTS, eventStream, field, openForm } from './test-add-page';

beforeEach(() => sessionStorage.clear());

test('the address that was probably meant is searched with a click', async () => {
  const { user, sent } = openForm(undefined, true, {
    'GET /newssources/lookup': (request) =>
      new URL(request.url).searchParams.get('address') === 'https:/elejemplo.es'
        ? json({ valid: false, detail: 'This is not an address.', suggestion: 'https://elejemplo.es/' })
        : json({ valid: true }),
    'POST /newssources/discoveries': async (request) =>
      (await request.clone().text()).includes('https://')
        ? eventStream(EVENTS)
        : problem(422, 'invalid', { detail: 'This is not an address.' }),
  });
  const bar = field('Site or feed address');
  await fill(user, bar, 'https:/elejemplo.es');
  expect(await screen.findByText('https://elejemplo.es/')).toBeVisible();
  expect(await screen.findByText('This is not an address.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(bar).toHaveValue('https://elejemplo.es/');
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/newssources/discoveries'))).toBe(true));
  expect((await readChanges(sent)).at(-1)?.body).toEqual({ address: 'https://elejemplo.es/' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull());
});

test('a refused homepage and endpoint offer the addresses that were probably meant', async () => {
  const errors = [
    { pointer: '/homepage_url', detail: 'No homepage.', suggestion: 'https://elejemplo.es/' },
    { pointer: '/endpoints/0/url', detail: 'No address.', suggestion: 'https://elejemplo.es/rss' },
  ];
  const { user } = openForm(() => problem(422, 'invalid', { errors }));
  const endpoint = field('Address of endpoint 1');
  await fill(user, field('Homepage'), 'https//elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await fill(user, endpoint, 'https//elejemplo.es/rss');
  await user.click(screen.getByRole('button', { name: 'Save and start' }));
  expect(await screen.findByText(/No homepage. Did you mean/)).toBeVisible();
  const [forHomepage, forEndpoint] = screen.getAllByRole('button', { name: 'Use this address' });
  await user.click(forEndpoint!);
  expect(endpoint).toHaveValue('https://elejemplo.es/rss');
  await user.click(forHomepage!);
  expect(field('Homepage')).toHaveValue('https://elejemplo.es/');
  expect(field('Homepage')).toHaveFocus();
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});
