import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';
import { GET_SOURCE, PATCH_SOURCE, field, respondInOrder, saveButton, source, staleVersion } from './test-settings';

beforeEach(() => sessionStorage.clear());

describe('a conflict with another member', () => {
  const theirs = aSource({ version: 5, name: 'Theirs', tier: 1, owner: 'Ben' });

  async function saveWithConflict(user = userEvent.setup()) {
    let saves = 0;
    const page = await openSourcePage({
      tab: '/settings',
      handlers: {
        [GET_SOURCE]: respondInOrder(source, theirs),
        [PATCH_SOURCE]: () =>
          saves++ === 0 ? staleVersion({ name: 'Theirs', tier: 1, owner: 'Ben' }, 5) : json(aSource({ version: 6 })),
      },
    });
    await fill(user, field('Name'), 'Mine');
    await fill(user, field('Notes'), 'My note');
    await user.click(saveButton());
    await screen.findByRole('heading', { name: 'Ben saved changes while you were editing' });
    return { ...page, user };
  }

  test('shows both values, merges their other changes and saves on top of their version', async () => {
    const { sent, user } = await saveWithConflict();
    expect(screen.getByRole('radio', { name: 'Yours Mine' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'From Ben Theirs' })).not.toBeChecked();
    expect(screen.getByText('Tier: 3 → 1')).toBeVisible();
    expect(screen.getByText('Owner: empty → Ben')).toBeVisible();
    expect(field('Owner')).toHaveValue('Ben');
    expect(field('Notes')).toHaveValue('My note');
    await user.click(screen.getByRole('button', { name: 'Save my choice' }));
    await screen.findByText('Everything is saved.');
    expect((await readChanges(sent)).at(-1)).toEqual({
      call: 'PATCH /newssources/:id',
      ifMatch: '"5"',
      body: { name: 'Mine', notes: 'My note' },
    });
  });

  test('either value can be chosen repeatedly', async () => {
    const { sent, user } = await saveWithConflict();
    await user.click(screen.getByRole('radio', { name: 'From Ben Theirs' }));
    expect(field('Name')).toHaveValue('Theirs');
    await user.click(screen.getByRole('radio', { name: 'Yours Mine' }));
    expect(field('Name')).toHaveValue('Mine');
    await user.type(field('Name'), ' more');
    expect(screen.getByRole('radio', { name: 'Yours Mine more' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'From Ben Theirs' }));
    await user.click(screen.getByRole('button', { name: 'Save my choice' }));
    await screen.findByText('Everything is saved.');
    expect((await readChanges(sent)).at(-1)?.body).toEqual({ notes: 'My note' });
  });

  test('without different fields the save is repeated automatically', async () => {
    const user = userEvent.setup();
    let saves = 0;
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: {
        [GET_SOURCE]: respondInOrder(source, aSource({ version: 9 })),
        [PATCH_SOURCE]: () => (saves++ === 0 ? problem(412, 'stale_version') : json(aSource({ version: 10 }))),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    await screen.findByText('Everything is saved.');
    expect((await readChanges(sent)).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"9"']);
  });

  test('leaving the form while the other version is read cancels the save', async () => {
    const user = userEvent.setup();
    let answer: (response: Response) => void = () => undefined;
    let reads = 0;
    const { sent, router } = await openSourcePage({
      tab: '/settings',
      handlers: {
        [GET_SOURCE]: () => (reads++ === 0 ? json(source) : new Promise<Response>((resolve) => (answer = resolve))),
        [PATCH_SOURCE]: () => problem(412, 'stale_version'),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    await waitFor(() => expect(reads).toBe(2));
    expect(saveButton()).toHaveAttribute('data-loading');
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    await act(async () => answer(json(aSource({ version: 9 }))));
    expect((await readChanges(sent)).map(({ ifMatch }) => ifMatch)).toEqual(['"3"']);
  });

  test('a save that is refused after the form was left is not repeated', async () => {
    const user = userEvent.setup();
    let answer: (response: Response) => void = () => undefined;
    const { sent, router, queryClient } = await openSourcePage({
      tab: '/settings',
      handlers: {
        [GET_SOURCE]: respondInOrder(source, aSource({ version: 9 })),
        [PATCH_SOURCE]: () => new Promise<Response>((resolve) => (answer = resolve)),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    await waitFor(async () => expect(await readChanges(sent)).toHaveLength(1));
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    answer(problem(412, 'stale_version'));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    await act(() =>
      queryClient.fetchQuery({ queryKey: ['later'], queryFn: () => 'after the merge would have been sent' }),
    );
    expect((await readChanges(sent)).map(({ ifMatch }) => ifMatch)).toEqual(['"3"']);
  });

  test('after archiving by another member the form keeps its values until it is unarchived', async () => {
    const user = userEvent.setup();
    const archived = aSource({ version: 4, lifecycle: 'archived', archived_at: '2025-11-18T00:00:00Z' });
    const unarchived = aSource({ version: 5 });
    let saves = 0;
    const { sent } = await openSourcePage({
      tab: '/settings',
      handlers: {
        [GET_SOURCE]: respondInOrder(source, archived, unarchived),
        [`POST /newssources/${source.id}/unarchive`]: () => json(unarchived),
        [PATCH_SOURCE]: () =>
          saves++ === 0
            ? staleVersion({ lifecycle: 'archived' }, 4)
            : saves === 2
              ? staleVersion({}, 5)
              : json(aSource({ version: 6 })),
      },
    });
    await user.type(field('Name'), '!');
    await user.click(saveButton());
    expect(await screen.findByText(/was archived while you were editing/)).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo!');
    expect(field('Name')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Unarchive' }));
    await waitFor(() => expect(field('Name')).toBeEnabled());
    await user.click(saveButton());
    await screen.findByText('Everything is saved.');
    expect((await readChanges(sent)).at(-1)).toEqual({
      call: 'PATCH /newssources/:id',
      ifMatch: '"5"',
      body: { name: 'El Ejemplo!' },
    });
  });

  test('an archived source has no form', async () => {
    await openSourcePage({ tab: '/settings', source: aSource({ lifecycle: 'archived' }) });
    expect(screen.getByRole('heading', { name: 'This source is archived' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  test('without local changes the form shows the latest version', async () => {
    const { queryClient } = await openSourcePage({
      tab: '/settings',
      handlers: { [GET_SOURCE]: respondInOrder(source, theirs) },
    });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(field('Name')).toHaveValue('Theirs'));
  });

  test('with local changes a note reports the newer version', async () => {
    const user = userEvent.setup();
    const { queryClient } = await openSourcePage({
      tab: '/settings',
      handlers: { [GET_SOURCE]: respondInOrder(source, theirs) },
    });
    await fill(user, field('Notes'), 'Mine');
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/both versions are compared/)).toBeVisible();
    expect(field('Name')).toHaveValue('El Ejemplo');
    expect(field('Notes')).toHaveValue('Mine');
  });
});
