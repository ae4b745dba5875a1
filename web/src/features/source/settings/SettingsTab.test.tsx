import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';
import { GET_SOURCE, PATCH_SOURCE, field, saveButton, source, staleVersion } from './test-settings';

beforeEach(() => sessionStorage.clear());

describe('offline', () => {
  function setOnline(isOnline: boolean) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  }
  afterEach(() => setOnline(true));

  test('a save is refused at once and is not sent after reconnecting', async () => {
    const user = userEvent.setup();
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: {
        [PATCH_SOURCE]: () => json(aSource({ version: 4, name: 'El Nuevo' })),
        [`POST /newssources/${source.id}/archive`]: () => json(aSource({ lifecycle: 'archived' })),
      },
    });
    await fill(user, field('Name'), 'El Nuevo');
    setOnline(false);
    await user.click(saveButton());
    expect(await screen.findByText('You are offline; nothing was saved.')).toBeVisible();
    expect(saveButton()).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByText('You are offline; nothing was saved.')).not.toBeInTheDocument();
    setOnline(true);
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('This source is archived')).toBeVisible();
    expect((await readChanges(sent)).map(({ call }) => call)).toEqual(['POST /newssources/:id/archive']);
  });
});

describe('saving', () => {
  test('sends the changed fields with the version that was read', async () => {
    const user = userEvent.setup();
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: { [PATCH_SOURCE]: () => json(aSource({ version: 4, name: 'El Nuevo', tags: [] })) },
    });
    expect(saveButton()).toBeDisabled();
    await fill(user, field('Name'), '  El Nuevo ');
    await user.click(screen.getByRole('combobox', { name: 'Tags' }));
    await user.keyboard('{Backspace}');
    await user.click(saveButton());
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'El Nuevo' })).toBeVisible();
    expect(await readChanges(sent)).toEqual([
      { call: 'PATCH /newssources/:id', ifMatch: '"3"', body: { name: 'El Nuevo', tags: null } },
    ]);
  });

  test('the form shows what the server saved, also when it differs from the input', async () => {
    const user = userEvent.setup();
    await openSourcePage({
      tab: '/settings',
      handlers: {
        [PATCH_SOURCE]: () => json(aSource({ version: 4, homepage_url: 'https://elnuevo.es/', tags: ['politics'] })),
      },
    });
    await fill(user, field('Homepage'), 'elnuevo.es');
    await user.click(saveButton());
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(field('Homepage')).toHaveValue('https://elnuevo.es/');
    await user.type(field('Name'), '!');
    expect(await screen.findByText(/Not saved yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(field('Name')).toHaveValue(aSource().name);
  });

  test('Ctrl+S saves while a field has the focus', async () => {
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: { [PATCH_SOURCE]: () => json(aSource({ version: 4 })) },
    });
    const user = userEvent.setup();
    await user.type(field('Name'), ' 2');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(await readChanges(sent)).toHaveLength(1);
  });

  test('errors are shown at their fields, and the first field gets the focus', async () => {
    const user = userEvent.setup();
    const { sent } = await openSourcePage({ tab: '/settings' });
    await user.clear(field('Name'));
    await user.clear(field('Homepage'));
    await user.click(saveButton());
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    expect(field('Homepage')).toHaveFocus();
    expect(await readChanges(sent)).toEqual([]);
  });

  test('errors of the API are shown at their fields, also in "More"', async () => {
    const user = userEvent.setup();
    await openSourcePage({
      tab: '/settings',
      source: aSource({ tier: undefined }),
      handlers: {
        [PATCH_SOURCE]: () =>
          problem(422, 'invalid', {
            detail: '3 values are invalid.',
            errors: [
              { pointer: '/region', detail: 'The region is in another country.' },
              { pointer: '/languages/0', detail: 'Unknown language.' },
              { pointer: '/unknown', detail: 'Unknown field.' },
            ],
          }),
      },
    });
    expect(document.querySelector('details')).not.toHaveAttribute('open');
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    expect(await screen.findByText('The region is in another country.')).toBeInTheDocument();
    expect(screen.getByText('Unknown language.')).toBeVisible();
    expect(screen.getByText('unknown: Unknown field.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Languages' })).toHaveFocus();
    expect(field('Name')).toHaveValue('El Ejemplo!');
  });

  test('"More" opens when the first invalid field is in it', async () => {
    const user = userEvent.setup();
    await openSourcePage({
      tab: '/settings',
      source: aSource({ tier: undefined }),
      handlers: {
        [PATCH_SOURCE]: () => problem(422, 'invalid', { errors: [{ pointer: '/region', detail: 'Invalid region.' }] }),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    expect(await screen.findByText('Invalid region.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Region' })).toHaveFocus();
  });

  test('a duplicate is refused with a link to the existing source', async () => {
    const user = userEvent.setup();
    const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
    await openSourcePage({
      tab: '/settings',
      handlers: {
        [PATCH_SOURCE]: () => problem(409, 'duplicate_source', { detail: '“El Otro” has this homepage.', existing }),
      },
    });
    await fill(user, field('Homepage'), 'x');
    await user.click(saveButton());
    expect(await screen.findByRole('link', { name: 'Open El Otro' })).toHaveAttribute(
      'href',
      `/newssources/${existing.id}`,
    );
    expect(field('Homepage')).toHaveFocus();
  });

  test('a problem without a detail shows its title, and the values are kept', async () => {
    const user = userEvent.setup();
    await openSourcePage({ tab: '/settings', handlers: { [PATCH_SOURCE]: () => problem(428, 'version_required') } });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    expect(await screen.findByText('Title of version_required')).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo!');
  });
});

describe('leaving', () => {
  test('leaving with unsaved changes needs a confirmation', async () => {
    const user = userEvent.setup();
    const { address, path } = await openSourcePage({ tab: '/settings' });
    await user.type(field('Name'), '!');
    await user.click(screen.getByRole('link', { name: 'History' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(`${path}/settings`);
    expect(field('Name')).toHaveValue('El Ejemplo!');

    await user.click(screen.getByRole('link', { name: 'History' }));
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await waitFor(() => expect(address()).toBe(`${path}/history`));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    expect(field('Name')).toHaveValue('El Ejemplo');
    expect(screen.queryByText(/You have an unsaved draft/)).toBeNull();
  });

  test('closing the browser tab needs a confirmation only with unsaved changes', async () => {
    await openSourcePage({ tab: '/settings' });
    const isPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(isPrevented()).toBe(false);
    fireEvent.change(field('Name'), { target: { value: 'Other' } });
    await waitFor(() => expect(isPrevented()).toBe(true));
  });

  test('unsaved changes can be restored after the session expired', async () => {
    const user = userEvent.setup();
    const first = await openSourcePage({ tab: '/settings' });
    await fill(user, field('Notes'), 'My notes');
    first.unmount(); // as the route guard does when the session ends

    await openSourcePage({ tab: '/settings' });
    expect(await screen.findByText(/You have an unsaved draft/)).toBeVisible();
    expect(field('Notes')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Restore draft' }));
    expect(field('Notes')).toHaveValue('My notes');
    expect(saveButton()).toBeEnabled();
  });

  test('a restored draft of an older version leads to a conflict', async () => {
    const user = userEvent.setup();
    const first = await openSourcePage({ tab: '/settings' });
    await user.type(field('Name'), '!');
    first.unmount();

    const theirs = aSource({ version: 4, name: 'Theirs' });
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: { [GET_SOURCE]: () => json(theirs), [PATCH_SOURCE]: () => staleVersion({ name: 'Theirs' }, 4) },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await user.click(saveButton());
    expect(await screen.findByRole('radio', { name: 'Yours El Ejemplo!' })).toBeChecked();
    expect((await readChanges(sent))[0]?.ifMatch).toBe('"3"');
  });
});

test('a change of forbidden rights needs a note that says why', async () => {
  const user = userEvent.setup();
  const forbidden = aSource({ rights: 'forbidden', rights_note: 'The publisher objected' });
  await openSourcePage({ tab: '/settings', handlers: { [GET_SOURCE]: () => json(forbidden) } });
  expect(field('Note on rights')).not.toBeRequired();
  await user.click(screen.getByRole('combobox', { name: 'Rights' }));
  await user.click(screen.getByRole('option', { name: 'Permitted' }));
  expect(screen.getByRole('textbox', { name: /^Note on rights/ })).toBeRequired();
  expect(screen.getByText(/A new note is required/)).toBeVisible();
});
