import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '@/test/source';
import { readChanges } from '../test-page';
import { aSummary } from './fixture';
import { eventStream, feed, field, openForm } from './test-add-page';

beforeEach(() => sessionStorage.clear());

test('a registered homepage is reported while it is typed, and a corrected one can be saved', async () => {
  const existing = { source_id: '0191d3f0-0000-7000-8000-000000000009', source_name: 'El Otro', why: 'same_source' };
  const { user, sent, address } = openForm(undefined, true, {
    'GET /newssources/lookup': (request) => {
      const isTaken = new URL(request.url).searchParams.get('address') === 'elotro.es';
      return json({ valid: true, ...(isTaken && { existing }) });
    },
  });
  await fill(user, field('Homepage'), 'elotro.es');
  expect(await screen.findByRole('link', { name: 'El Otro' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save and start' })).toBeNull();
  await fill(user, field('Homepage'), 'elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(await screen.findByRole('button', { name: 'Save and start' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
  expect((await readChanges(sent)).at(-1)?.body).toMatchObject({ homepage_url: 'elejemplo.es' });
});

test('the form recovers from a refused duplicate when the homepage is corrected', async () => {
  const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
  let saves = 0;
  const { user, address } = openForm(() =>
    saves++ === 0
      ? problem(409, 'duplicate_source', { detail: 'The source exists.', existing })
      : json(aSource(), { status: 201 }),
  );
  await fill(user, field('Homepage'), 'elotro.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(screen.getByRole('button', { name: 'Save and start' }));
  expect((await screen.findAllByRole('link', { name: /El Otro/ }))[0]).toBeVisible();
  await fill(user, field('Homepage'), 'elejemplo.es');
  await waitFor(() => expect(screen.queryByText('The source exists.')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Save and start' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
});

test.each([
  [
    'did not answer',
    () =>
      eventStream([
        {
          type: 'reached',
          reached: { outcome: 'timeout', detail: 'No answer.', final_url: '', hops: [], timings: feed.timings },
        },
        { type: 'done', done: aSummary({ candidates: 0, verdict: 'prevented', reason: 'The site did not answer.' }) },
      ]),
  ],
  [
    'was not reached in time',
    () => eventStream([{ type: 'done', done: aSummary({ candidates: 0, verdict: 'prevented', partial: true }) }]),
  ],
  ['was not looked up because the service failed', () => problem(500, 'internal', { detail: 'An error.' })],
])('a site that %s fills in the homepage, and leaving without a change needs no confirmation', async (_, answer) => {
  const { user, router } = openForm(undefined, true, { 'POST /newssources/discoveries': answer });
  await user.paste('https://elejemplo.es/deportes');
  await waitFor(() => expect(field('Homepage')).toHaveValue('https://elejemplo.es/'));
  void router.navigate('/elsewhere');
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible();
});

test('leaving asks for confirmation while a choice differs from the preselection', async () => {
  const { user, router } = openForm();
  await user.paste('elejemplo.es');
  const portada = await screen.findByRole('checkbox', { name: 'Portada' });
  await waitFor(() => expect(portada).toBeChecked());
  await user.click(portada);
  void router.navigate('/elsewhere');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.click(portada);
  void router.navigate('/elsewhere');
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible();
});
