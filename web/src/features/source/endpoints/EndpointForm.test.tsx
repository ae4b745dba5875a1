import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@/api/gen/types.gen';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { anEndpoint, aPreview, aSource } from '../fixture';
import { changes, openSource } from '../test-page';

const one = `/newssources/${aSource().id}/endpoints/${anEndpoint().id}`;
const preview = 'POST /newssources/previews';
const field = (name: string) => screen.getByRole('textbox', { name });
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));
const reading = () => screen.getByText('How it is read').closest('details');

async function edit(endpoint: Partial<Endpoint> = {}, handlers: Parameters<typeof openSource>[0] = {}) {
  const user = userEvent.setup();
  const saved = anEndpoint(endpoint);
  const page = await openSource({
    source: aSource({ endpoints: [saved] }),
    ...handlers,
    handlers: { [`PATCH ${one}`]: () => json(saved), ...handlers.handlers },
  });
  await press(user, 'Actions for Portada');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit the endpoint' });
  return { ...page, user };
}

async function lastBody(sent: Request[]) {
  await waitFor(() => expect(sent.some(({ method }) => method !== 'GET')).toBe(true));
  return (await changes(sent)).at(-1)?.body;
}

describe('how it is read', () => {
  test('stands open when something in it differs, and is closed otherwise', async () => {
    await edit({ charset: 'windows-1251' });
    expect(reading()).toHaveAttribute('open');
    expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Cyrillic (Windows-1251)');
  });

  test('what is usual keeps it closed; the choices are said in words', async () => {
    const { user, sent } = await edit();
    expect(reading()).not.toHaveAttribute('open');
    await user.click(screen.getByText('How it is read'));
    await user.click(screen.getByRole('combobox', { name: 'What tells items apart' }));
    await user.click(await screen.findByRole('option', { name: /For live pages/ }));
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.click(zone);
    await user.paste('new york');
    await user.keyboard('{Enter}');
    expect(zone).toHaveValue('America/New York');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({ identity_policy: 'link_title', default_zone: 'America/New_York' });
  });

  test('what the server finds wrong opens it, at the field', async () => {
    const { user } = await edit(
      {},
      {
        handlers: {
          [`PATCH ${one}`]: () =>
            problem(422, 'invalid', { errors: [{ pointer: '/charset', detail: 'No encoding.' }] }),
        },
      },
    );
    await fill(user, field('Name'), 'Other');
    await press(user, 'Save');
    expect(await screen.findByText('No encoding.')).toBeVisible();
    expect(reading()).toHaveAttribute('open');
    expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveFocus();
  });

  test('a page needs a recipe, whose parts say what is used without them', async () => {
    const { user } = await edit(
      {},
      {
        handlers: {
          [`PATCH ${one}`]: () =>
            problem(422, 'invalid', { errors: [{ pointer: '/recipe/date', detail: 'That is no selector.' }] }),
        },
      },
    );
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Page list' }));
    expect(reading()).toHaveAttribute('open');
    expect(field('Link')).toHaveAccessibleDescription('When empty, the first link in the item.');
    await fill(user, field('Items'), 'article');
    await fill(user, field('Date'), 'time:hover');
    await press(user, 'Save');
    expect(await screen.findByText('That is no selector.')).toBeVisible();
    expect(field('Date')).toHaveFocus();
  });
});

describe('user name and password', () => {
  const password = () => screen.getByLabelText('Password');

  test('are taken out of an address at once, and said so', async () => {
    const { user, sent } = await edit();
    await fill(user, field('Address'), 'https://joe:p%40ss@elejemplo.es/private');
    expect(field('Address')).toHaveValue('https://elejemplo.es/private');
    expect(field('User name')).toHaveValue('joe');
    expect(password()).toHaveValue('p@ss');
    expect(password()).toHaveAttribute('type', 'password');
    expect(screen.getByText(/were taken out of the address/)).toBeVisible();
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({
      url: 'https://elejemplo.es/private',
      credentials: { username: 'joe', password: 'p@ss' },
    });
  });

  test('a token is taken out of an address, too: it is a password without a user name', async () => {
    const { user, sent } = await edit();
    await fill(user, field('Address'), 'https://:t0ken@elejemplo.es/private');
    expect(field('Address')).toHaveValue('https://elejemplo.es/private');
    expect(password()).toHaveValue('t0ken');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({
      url: 'https://elejemplo.es/private',
      credentials: { username: '', password: 't0ken' },
    });
  });

  test('the browser is not to offer those of the person', async () => {
    const { user } = await edit();
    await user.click(screen.getByText('How it is read'));
    expect(field('User name')).toHaveAttribute('autocomplete', 'off');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
  });

  test('what is kept is not shown; it is replaced', async () => {
    const { user, sent } = await edit({ has_credentials: true });
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

  test('or removed, or kept after all', async () => {
    const { user, sent } = await edit({ has_credentials: true });
    await press(user, 'Remove');
    expect(screen.getByRole('button', { name: 'Keep credentials' })).toHaveFocus();
    await press(user, 'Keep credentials');
    expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus();
    await press(user, 'Remove');
    await press(user, 'Save');
    expect(await lastBody(sent)).toEqual({ credentials: null });
  });

  test('an address on another server drops them, which is said before', async () => {
    const { user } = await edit({ has_credentials: true });
    await fill(user, field('Address'), 'https://elejemplo.es/other');
    expect(screen.queryByText(/on another server/)).toBeNull();
    await fill(user, field('Address'), 'https://elsewhere.test/feed');
    expect(screen.getByText(/The address is on another server/)).toBeVisible();
  });
});

describe('testing before saving', () => {
  const result = () => screen.findByRole('region', { name: 'Test of these settings' });

  test('tries what the form holds, and keeps it; another kind is taken over in one click', async () => {
    const { user, sent } = await edit({}, { handlers: { [preview]: () => json(aPreview({ kind: 'atom' })) } });
    await fill(user, field('Section'), 'Deportes');
    await press(user, 'Test these settings');
    const there = await result();
    expect(await within(there).findByText('Different kind.')).toBeVisible();
    expect(await lastBody(sent)).toEqual({
      endpoint_id: anEndpoint().id,
      url: anEndpoint().url,
      kind: 'rss',
      charset: '',
      default_zone: '',
      identity_policy: 'auto',
    });
    await user.click(within(there).getByRole('button', { name: 'Use Atom' }));
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('Atom');
    expect(within(there).getByText('Works.')).toBeVisible();
    expect(within(there).getByRole('heading', { name: 'Test of these settings' })).toHaveFocus();
    expect(within(there).getByText(/You have changed the settings since/)).toBeVisible();
    expect(field('Section')).toHaveValue('Deportes');
  });

  test('a page is offered to be read as one', async () => {
    const { user } = await edit(
      {},
      {
        handlers: {
          [preview]: () =>
            json(
              aPreview({ outcome: 'html_instead_of_feed', kind: undefined, detail: 'There is a page.', preview: [] }),
            ),
        },
      },
    );
    await press(user, 'Test these settings');
    await user.click(await screen.findByRole('button', { name: 'Read it as a page list' }));
    await waitFor(() => expect(field('Items')).toHaveFocus());
  });

  test('what has moved for good: the new address is taken over when asked to, never by itself', async () => {
    const moved = {
      hops: [{ url: anEndpoint().url, status: 301, location: '/2' }],
      final_url: 'https://elejemplo.es/2',
    };
    const { user } = await edit({}, { handlers: { [preview]: () => json(aPreview(moved)) } });
    await press(user, 'Test these settings');
    const take = await screen.findByRole('button', { name: 'Use the new address' });
    expect(field('Address')).toHaveValue(anEndpoint().url);
    await user.click(take);
    expect(field('Address')).toHaveValue('https://elejemplo.es/2');
    expect(take).not.toBeInTheDocument();
  });

  test('what is wrong lands on its field', async () => {
    const { user } = await edit(
      { kind: 'html_list', recipe: { list: 'li' } },
      {
        handlers: {
          [preview]: () => problem(422, 'invalid', { errors: [{ pointer: '/recipe/list', detail: 'No selector.' }] }),
        },
      },
    );
    await press(user, 'Test these settings');
    await waitFor(() => expect(field('Items')).toHaveAccessibleDescription(/No selector\./));
    expect(field('Items')).toHaveFocus();
    expect(screen.queryByRole('region', { name: 'Test of these settings' })).toBeNull();
  });

  test('a test that could not be made says why', async () => {
    const { user } = await edit(
      {},
      { handlers: { [preview]: () => problem(503, 'unavailable', { detail: 'Later.' }) } },
    );
    await press(user, 'Test these settings');
    expect(await within(await result()).findByText('Later.')).toBeVisible();
  });
});
