import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@/api/gen/types.gen';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { anEndpoint, aPreview, aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';

const endpointPath = `/newssources/${aSource().id}/endpoints/${anEndpoint().id}`;
const preview = 'POST /newssources/previews';
const field = (name: string) => screen.getByRole('textbox', { name });
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));
const readingSection = () => screen.getByText('Reading settings').closest('details');

async function openForm(endpoint: Partial<Endpoint> = {}, handlers: Parameters<typeof openSourcePage>[0] = {}) {
  const user = userEvent.setup();
  const saved = anEndpoint(endpoint);
  const page = await openSourcePage({
    source: aSource({ endpoints: [saved] }),
    ...handlers,
    handlers: { [`PATCH ${endpointPath}`]: () => json(saved), ...handlers.handlers },
  });
  await press(user, 'Actions for Portada');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit the endpoint' });
  return { ...page, user };
}

async function lastBody(sent: Request[]) {
  await waitFor(() => expect(sent.some(({ method }) => method !== 'GET')).toBe(true));
  return (await readChanges(sent)).at(-1)?.body;
}

describe('reading settings', () => {
  test('are open when one has a value', async () => {
    await openForm({ charset: 'windows-1251' });
    expect(readingSection()).toHaveAttribute('open');
    expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Cyrillic (Windows-1251)');
  });

  test('are closed when all have their default; options have a hint', async () => {
    const { user, sent } = await openForm();
    expect(readingSection()).not.toHaveAttribute('open');
    await user.click(screen.getByText('Reading settings'));
    await user.click(screen.getByRole('combobox', { name: 'Item recognition' }));
    await user.click(await screen.findByRole('option', { name: /For live blogs/ }));
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.click(zone);
    await user.paste('new york');
    await user.keyboard('{Enter}');
    expect(zone).toHaveValue('America/New York');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({ identity_policy: 'link_title', default_zone: 'America/New_York' });
  });

  test('open when the API reports an error in them, and focus the field', async () => {
    const { user } = await openForm(
      {},
      {
        handlers: {
          [`PATCH ${endpointPath}`]: () =>
            problem(422, 'invalid', { errors: [{ pointer: '/charset', detail: 'Unknown encoding.' }] }),
        },
      },
    );
    await fill(user, field('Name'), 'Other');
    await press(user, 'Save');
    expect(await screen.findByText('Unknown encoding.')).toBeVisible();
    expect(readingSection()).toHaveAttribute('open');
    expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveFocus();
  });

  test('show the recipe of a page list, with the default of each part', async () => {
    const { user } = await openForm(
      {},
      {
        handlers: {
          [`PATCH ${endpointPath}`]: () =>
            problem(422, 'invalid', { errors: [{ pointer: '/recipe/date', detail: 'Invalid selector.' }] }),
        },
      },
    );
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Page list' }));
    expect(readingSection()).toHaveAttribute('open');
    expect(field('Link')).toHaveAccessibleDescription('If empty, the first link of the item.');
    await fill(user, field('Items'), 'article');
    await fill(user, field('Date'), 'time:hover');
    await press(user, 'Save');
    expect(await screen.findByText('Invalid selector.')).toBeVisible();
    expect(field('Date')).toHaveFocus();
  });
});

describe('credentials', () => {
  const password = () => screen.getByLabelText('Password');

  test('in the address move to their own fields', async () => {
    const { user, sent } = await openForm();
    await fill(user, field('Address'), 'https://joe:p%40ss@elejemplo.es/private');
    expect(field('Address')).toHaveValue('https://elejemplo.es/private');
    expect(field('User name')).toHaveValue('joe');
    expect(password()).toHaveValue('p@ss');
    expect(password()).toHaveAttribute('type', 'password');
    expect(screen.getByText(/were moved from the address/)).toBeVisible();
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({
      url: 'https://elejemplo.es/private',
      credentials: { username: 'joe', password: 'p@ss' },
    });
  });

  test('a token in the address moves to the password field', async () => {
    const { user, sent } = await openForm();
    await fill(user, field('Address'), 'https://:t0ken@elejemplo.es/private');
    expect(field('Address')).toHaveValue('https://elejemplo.es/private');
    expect(password()).toHaveValue('t0ken');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({
      url: 'https://elejemplo.es/private',
      credentials: { username: '', password: 't0ken' },
    });
  });

  test('the fields prevent the browser from filling in saved logins', async () => {
    const { user } = await openForm();
    await user.click(screen.getByText('Reading settings'));
    expect(field('User name')).toHaveAttribute('autocomplete', 'off');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
  });

  test('saved credentials are not shown and can be replaced', async () => {
    const { user, sent } = await openForm({ has_credentials: true });
    expect(screen.getByText('Saved. They are never shown again.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'User name' })).toBeNull();
    await press(user, 'Replace');
    expect(field('User name')).toHaveFocus();
    await press(user, 'Save');
    expect(await screen.findByText('Enter a user name, a password, or both.')).toBeVisible();
    await fill(user, field('User name'), 'ana');
    await fill(user, password(), 'secret');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({ credentials: { username: 'ana', password: 'secret' } });
  });

  test('saved credentials can be removed, or kept before saving', async () => {
    const { user, sent } = await openForm({ has_credentials: true });
    await press(user, 'Remove');
    expect(screen.getByRole('button', { name: 'Keep credentials' })).toHaveFocus();
    await press(user, 'Keep credentials');
    expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus();
    await press(user, 'Remove');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({ credentials: null });
  });

  test('a warning says that an address on another server removes them', async () => {
    const { user } = await openForm({ has_credentials: true });
    await fill(user, field('Address'), 'https://elejemplo.es/other');
    expect(screen.queryByText(/on another server/)).toBeNull();
    await fill(user, field('Address'), 'https://elsewhere.test/feed');
    expect(screen.getByText(/The address is on another server/)).toBeVisible();
  });
});

describe('testing before saving', () => {
  const result = () => screen.findByRole('region', { name: 'Test of these settings' });

  test('tests the form values without saving them and suggests the detected kind', async () => {
    const { user, sent } = await openForm({}, { handlers: { [preview]: () => json(aPreview({ kind: 'atom' })) } });
    await fill(user, field('Section'), 'Deportes');
    await press(user, 'Test these settings');
    const region = await result();
    expect(await within(region).findByText('Different kind.')).toBeVisible();
    expect(await lastBody(sent)).toEqual({
      endpoint_id: anEndpoint().id,
      url: anEndpoint().url,
      kind: 'rss',
      charset: '',
      default_zone: '',
      identity_policy: 'auto',
    });
    await user.click(within(region).getByRole('button', { name: 'Use Atom' }));
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('Atom');
    expect(within(region).getByText('Works.')).toBeVisible();
    expect(within(region).getByRole('heading', { name: 'Test of these settings' })).toHaveFocus();
    expect(within(region).getByText(/You changed the settings after this test/)).toBeVisible();
    expect(field('Section')).toHaveValue('Deportes');
  });

  test('suggests a page list for a web page', async () => {
    const { user } = await openForm(
      {},
      {
        handlers: {
          [preview]: () =>
            json(
              aPreview({
                outcome: 'html_instead_of_feed',
                kind: undefined,
                detail: 'This is a web page.',
                preview: [],
              }),
            ),
        },
      },
    );
    await press(user, 'Test these settings');
    await user.click(await screen.findByRole('button', { name: 'Read it as a page list' }));
    await waitFor(() => expect(field('Items')).toHaveFocus());
  });

  test('suggests the new address after a permanent redirect, and does not change it without a click', async () => {
    const moved = {
      hops: [{ url: anEndpoint().url, status: 301, location: '/2' }],
      final_url: 'https://elejemplo.es/2',
    };
    const { user } = await openForm({}, { handlers: { [preview]: () => json(aPreview(moved)) } });
    await press(user, 'Test these settings');
    const useAddress = await screen.findByRole('button', { name: 'Use the new address' });
    expect(field('Address')).toHaveValue(anEndpoint().url);
    await user.click(useAddress);
    expect(field('Address')).toHaveValue('https://elejemplo.es/2');
    expect(useAddress).not.toBeInTheDocument();
  });

  test('an error of the API is shown at its field', async () => {
    const { user } = await openForm(
      { kind: 'html_list', recipe: { list: 'li' } },
      {
        handlers: {
          [preview]: () =>
            problem(422, 'invalid', { errors: [{ pointer: '/recipe/list', detail: 'Invalid selector.' }] }),
        },
      },
    );
    await press(user, 'Test these settings');
    await waitFor(() => expect(field('Items')).toHaveAccessibleDescription(/Invalid selector\./));
    expect(field('Items')).toHaveFocus();
    expect(screen.queryByRole('region', { name: 'Test of these settings' })).toBeNull();
  });

  test('a test that the service could not run shows the reason', async () => {
    const { user } = await openForm(
      {},
      { handlers: { [preview]: () => problem(503, 'unavailable', { detail: 'Later.' }) } },
    );
    await press(user, 'Test these settings');
    expect(await within(await result()).findByText('Later.')).toBeVisible();
  });
});
