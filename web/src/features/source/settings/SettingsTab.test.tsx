import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Source } from '@/api/gen/types.gen';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '../fixture';
import { changes, openSource } from '../test-page';

const source = aSource();
const read = `GET /newssources/${source.id}`;
const patch = `PATCH /newssources/${source.id}`;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: /^Save/ });

/** Reads are answered with these in turn, the last one again and again. */
function inTurn(...versions: Source[]) {
  let reads = 0;
  return () => json(versions[Math.min(reads++, versions.length - 1)]);
}

const stale = (after: object, version: number) =>
  problem(412, 'stale_version', {
    detail: 'Ben changed this after you had opened it.',
    changed: {
      fields: Object.entries(after).map(([name, value]) => ({ field: name, after: value })),
      by: { email: 'ben@example.org', name: 'Ben' },
      at: new Date().toISOString(),
      version,
    },
  });

describe('saving', () => {
  test('sends what changed with the version it was made from', async () => {
    const user = userEvent.setup();
    const { sent } = await openSource({
      tab: '/settings',
      handlers: { [patch]: () => json(aSource({ version: 4, name: 'El Nuevo', tags: [] })) },
    });
    expect(save()).toBeDisabled();
    await fill(user, field('Name'), '  El Nuevo ');
    await user.click(screen.getByRole('combobox', { name: 'Tags' }));
    await user.keyboard('{Backspace}');
    await user.click(save());
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'El Nuevo' })).toBeVisible();
    expect(await changes(sent)).toEqual([
      { call: 'PATCH /newssources/:id', ifMatch: '"3"', body: { name: 'El Nuevo', tags: null } },
    ]);
  });

  test('Ctrl+S saves from within a field', async () => {
    const { sent } = await openSource({ tab: '/settings', handlers: { [patch]: () => json(aSource({ version: 4 })) } });
    const user = userEvent.setup();
    await user.type(field('Name'), ' 2');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Everything is saved.')).toBeVisible();
    expect(await changes(sent)).toHaveLength(1);
  });

  test('what is wrong is said at the field, and the first one takes the focus', async () => {
    const user = userEvent.setup();
    const { sent } = await openSource({ tab: '/settings' });
    await user.clear(field('Name'));
    await user.clear(field('Homepage'));
    await user.click(save());
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    expect(field('Homepage')).toHaveFocus();
    expect(await changes(sent)).toEqual([]);
  });

  test('what the API finds wrong lands on its field, also behind "More"', async () => {
    const user = userEvent.setup();
    await openSource({
      tab: '/settings',
      source: aSource({ tier: undefined }),
      handlers: {
        [patch]: () =>
          problem(422, 'invalid', {
            detail: '3 values need another look.',
            errors: [
              { pointer: '/region', detail: 'The region lies elsewhere.' },
              { pointer: '/languages/0', detail: 'That is no language.' },
              { pointer: '/unheard_of', detail: 'Nobody knows.' },
            ],
          }),
      },
    });
    expect(document.querySelector('details')).not.toHaveAttribute('open');
    await user.type(field('Name'), '!');
    await user.click(save());
    expect(await screen.findByText('The region lies elsewhere.')).toBeInTheDocument();
    expect(screen.getByText('That is no language.')).toBeVisible();
    expect(screen.getByText('unheard_of: Nobody knows.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Languages' })).toHaveFocus();
    expect(field('Name')).toHaveValue('El Ejemplo!');
  });

  test('"More" opens when the field in it is the only one', async () => {
    const user = userEvent.setup();
    await openSource({
      tab: '/settings',
      source: aSource({ tier: undefined }),
      handlers: {
        [patch]: () => problem(422, 'invalid', { errors: [{ pointer: '/region', detail: 'Elsewhere.' }] }),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(save());
    expect(await screen.findByText('Elsewhere.')).toBeVisible();
    expect(field('Region')).toHaveFocus();
  });

  test('an outlet that is there already is linked', async () => {
    const user = userEvent.setup();
    const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
    await openSource({
      tab: '/settings',
      handlers: { [patch]: () => problem(409, 'duplicate_source', { detail: '“El Otro” is that.', existing }) },
    });
    await fill(user, field('Homepage'), 'x');
    await user.click(save());
    expect(await screen.findByRole('link', { name: 'Open El Otro' })).toHaveAttribute(
      'href',
      `/newssources/${existing.id}`,
    );
    expect(field('Homepage')).toHaveFocus();
  });

  test('what has no words of its own gets general ones, and nothing is lost', async () => {
    const user = userEvent.setup();
    await openSource({ tab: '/settings', handlers: { [patch]: () => problem(428, 'version_required') } });
    await user.type(field('Name'), '!');
    await user.click(save());
    expect(await screen.findByText('Title of version_required')).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo!');
  });
});

describe('when somebody else saved in between', () => {
  const theirs = aSource({ version: 5, name: 'Theirs', tier: 1, owner: 'Ben' });

  async function collide(user = userEvent.setup()) {
    let saves = 0;
    const page = await openSource({
      tab: '/settings',
      handlers: {
        [read]: inTurn(source, theirs),
        [patch]: () =>
          saves++ === 0 ? stale({ name: 'Theirs', tier: 1, owner: 'Ben' }, 5) : json(aSource({ version: 6 })),
      },
    });
    await fill(user, field('Name'), 'Mine');
    await fill(user, field('Notes'), 'My note');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Ben saved changes while you were editing' });
    return { ...page, user };
  }

  test('shows both, takes over what only they changed, and saves mine from their version', async () => {
    const { sent, user } = await collide();
    expect(screen.getByRole('radio', { name: 'Yours Mine' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'From Ben Theirs' })).not.toBeChecked();
    expect(screen.getByText('Tier: 3 → 1')).toBeVisible();
    expect(screen.getByText('Owner: empty → Ben')).toBeVisible();
    expect(field('Owner')).toHaveValue('Ben');
    expect(field('Notes')).toHaveValue('My note');
    await user.click(screen.getByRole('button', { name: 'Save my choice' }));
    await screen.findByText('Everything is saved.');
    expect((await changes(sent)).at(-1)).toEqual({
      call: 'PATCH /newssources/:id',
      ifMatch: '"5"',
      body: { name: 'Mine', notes: 'My note' },
    });
  });

  test('theirs can be chosen, and mine again', async () => {
    const { sent, user } = await collide();
    await user.click(screen.getByRole('radio', { name: 'From Ben Theirs' }));
    expect(field('Name')).toHaveValue('Theirs');
    await user.click(screen.getByRole('radio', { name: 'Yours Mine' }));
    expect(field('Name')).toHaveValue('Mine');
    await user.type(field('Name'), ' more');
    expect(screen.getByRole('radio', { name: 'Yours Mine more' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'From Ben Theirs' }));
    await user.click(screen.getByRole('button', { name: 'Save my choice' }));
    await screen.findByText('Everything is saved.');
    expect((await changes(sent)).at(-1)?.body).toEqual({ notes: 'My note' });
  });

  test('when nothing differs in the end it is saved without a question', async () => {
    const user = userEvent.setup();
    let saves = 0;
    const { sent } = await openSource({
      tab: '/settings',
      handlers: {
        [read]: inTurn(source, aSource({ version: 9 })),
        [patch]: () => (saves++ === 0 ? problem(412, 'stale_version') : json(aSource({ version: 10 }))),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(save());
    await screen.findByText('Everything is saved.');
    expect((await changes(sent)).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"9"']);
  });

  test('archived meanwhile: it says so, and what was typed is saved after unarchiving', async () => {
    const user = userEvent.setup();
    const archived = aSource({ version: 4, lifecycle: 'archived', archived_at: '2025-11-18T00:00:00Z' });
    const back = aSource({ version: 5 });
    let saves = 0;
    const { sent } = await openSource({
      tab: '/settings',
      handlers: {
        [read]: inTurn(source, archived, back),
        [`POST /newssources/${source.id}/unarchive`]: () => json(back),
        [patch]: () =>
          saves++ === 0
            ? stale({ lifecycle: 'archived' }, 4)
            : saves === 2
              ? stale({}, 5)
              : json(aSource({ version: 6 })),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(save());
    expect(await screen.findByText(/was archived while you were editing/)).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo!');
    expect(field('Name')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Unarchive' }));
    await waitFor(() => expect(field('Name')).toBeEnabled());
    await user.click(save());
    await screen.findByText('Everything is saved.');
    expect((await changes(sent)).at(-1)).toEqual({
      call: 'PATCH /newssources/:id',
      ifMatch: '"5"',
      body: { name: 'El Ejemplo!' },
    });
  });

  test('a source that is archived has no form', async () => {
    await openSource({ tab: '/settings', source: aSource({ lifecycle: 'archived' }) });
    expect(screen.getByRole('heading', { name: 'This source is archived' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  test('as long as nothing was typed the form follows', async () => {
    const { queryClient } = await openSource({ tab: '/settings', handlers: { [read]: inTurn(source, theirs) } });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(field('Name')).toHaveValue('Theirs'));
  });

  test('while something is typed it says that there is more to see', async () => {
    const user = userEvent.setup();
    const { queryClient } = await openSource({ tab: '/settings', handlers: { [read]: inTurn(source, theirs) } });
    await fill(user, field('Notes'), 'Mine');
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/both versions are compared/)).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo');
    expect(field('Notes')).toHaveValue('Mine');
  });
});

describe('leaving', () => {
  test('asks before what was typed is lost', async () => {
    const user = userEvent.setup();
    const { address, path } = await openSource({ tab: '/settings' });
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

  test('closing the tab asks only when there is something to lose', async () => {
    await openSource({ tab: '/settings' });
    const closing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(closing()).toBe(false);
    fireEvent.change(field('Name'), { target: { value: 'Other' } });
    await waitFor(() => expect(closing()).toBe(true));
  });

  test('what was typed is offered after the session has expired', async () => {
    const user = userEvent.setup();
    const first = await openSource({ tab: '/settings' });
    await fill(user, field('Notes'), 'Long thoughts');
    first.unmount(); // as the guard of the route does when the session is over

    await openSource({ tab: '/settings' });
    expect(await screen.findByText(/You have an unsaved draft/)).toBeVisible();
    expect(field('Notes')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Restore draft' }));
    expect(field('Notes')).toHaveValue('Long thoughts');
    expect(save()).toBeEnabled();
  });

  test('a restored draft of an older version ends in a conflict, not in a lost update', async () => {
    const user = userEvent.setup();
    const first = await openSource({ tab: '/settings' });
    await user.type(field('Name'), '!');
    first.unmount();

    const theirs = aSource({ version: 4, name: 'Theirs' });
    const { sent } = await openSource({
      tab: '/settings',
      handlers: { [read]: () => json(theirs), [patch]: () => stale({ name: 'Theirs' }, 4) },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await user.click(save());
    expect(await screen.findByRole('radio', { name: 'Yours El Ejemplo!' })).toBeChecked();
    expect((await changes(sent))[0]?.ifMatch).toBe('"3"');
  });
});
