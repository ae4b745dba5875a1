import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '@/test/source';
import { readChanges } from '../test-page';
import { aSummary } from './fixture';
import { EVENTS, eventStream, field, openForm } from './test-add-page';

beforeEach(() => sessionStorage.clear());

test('saving all ready sources shows why a source was refused in its row', async () => {
  const names = ['El Ejemplo', 'El Otro'];
  let saved = 0;
  const { user, sent } = openForm(
    () =>
      saved++ === 0
        ? json(aSource(), { status: 201 })
        : problem(409, 'duplicate_endpoint', { detail: 'This address belongs to “El Tercero”.' }),
    true,
    {
      'POST /newssources/discoveries': async (request) => {
        const { address } = (await request.json()) as { address: string };
        const name = {
          type: 'field',
          field: { name: 'name', value: names[address === 'a.example' ? 0 : 1], from: 'x' },
        };
        return eventStream([...EVENTS.filter(({ field }) => field?.name !== 'name'), name]);
      },
    },
  );
  await user.paste('a.example\nb.example');
  await user.click(await screen.findByRole('button', { name: 'Save 2 ready sources' }));
  const list = screen.getByRole('list', { name: 'Addresses' });
  expect(await within(list).findByText('This address belongs to “El Tercero”.')).toBeVisible();
  expect(await within(list).findByText('Saved')).toBeVisible();
  const created = (await readChanges(sent)).filter(({ call }) => call === 'POST /newssources');
  expect(created.map(({ body }) => (body as { name: string }).name)).toEqual(names);
});

const namedAfterHost = async (request: Request) => {
  const { address } = (await request.json()) as { address: string };
  const name = { type: 'field', field: { name: 'name', value: address, from: 'the title' } };
  return eventStream([...EVENTS.filter(({ field }) => field?.name !== 'name'), name]);
};

test('saving all shows the validation message of a field in the row of its source', async () => {
  const { user, sent } = openForm(undefined, true, { 'POST /newssources/discoveries': namedAfterHost });
  await user.paste('a.example\nb.example');
  await screen.findByRole('button', { name: 'Save 2 ready sources' });
  await fill(user, field('Name'), 'x'.repeat(201));
  await user.click(await screen.findByRole('button', { name: 'Save 2 ready sources' }));
  const list = screen.getByRole('list', { name: 'Addresses' });
  expect(await within(list).findByText(/201 characters/)).toBeVisible();
  expect(within(list).queryByText(/try again/i)).not.toBeInTheDocument();
  expect(await within(list).findByText('Saved')).toBeVisible();
  const created = (await readChanges(sent)).filter(({ call }) => call === 'POST /newssources');
  expect(created.map(({ body }) => (body as { name: string }).name)).toEqual(['b.example']);
});

test('edits of an entry are kept when another entry is opened and when proposals arrive', async () => {
  const { user } = openForm(undefined, true, { 'POST /newssources/discoveries': namedAfterHost });
  await user.paste('a.example\nb.example');
  await screen.findByRole('button', { name: 'Save 2 ready sources' });
  await fill(user, field('Name'), 'Mine');
  await user.click(screen.getByRole('checkbox', { name: 'Portada' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(field('Name')).toHaveValue('b.example');
  expect(screen.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(field('Name')).toHaveValue('Mine');
  expect(screen.getByRole('checkbox', { name: 'Portada' })).not.toBeChecked();
  expect(field('Homepage')).toHaveValue('https://elejemplo.es/');
});

test('the addresses whose search failed for a passing reason are searched again together', async () => {
  const tried: string[] = [];
  const { user } = openForm(undefined, true, {
    'POST /newssources/discoveries': async (request) => {
      const { address } = (await request.json()) as { address: string };
      const isFirst = !tried.includes(address);
      tried.push(address);
      if (!isFirst)
        return namedAfterHost(new Request(request.url, { method: 'POST', body: JSON.stringify({ address }) }));
      const outcome = { 'a.example': 'rate_limited', 'b.example': 'server_error' }[address] ?? 'robots';
      const reached = { ...EVENTS.find(({ type }) => type === 'reached')!.reached!, outcome, detail: 'Not read.' };
      return eventStream([
        { type: 'reached', reached },
        { type: 'done', done: aSummary({ verdict: 'prevented' }) },
      ]);
    },
  });
  await user.paste('a.example\nb.example\nc.example');
  const list = screen.getByRole('list', { name: 'Addresses' });
  expect(await within(list).findByText('Rate limited: search again in a few minutes')).toBeVisible();
  expect(await within(list).findByText('Server error: search again later')).toBeVisible();
  expect(await within(list).findByText('Forbidden by robots.txt: ask the publisher')).toBeVisible();
  expect(within(list).queryByRole('button', { name: 'Search c.example again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search 2 addresses again' }));
  await screen.findByRole('button', { name: 'Save 2 ready sources' });
  expect(tried.toSorted()).toEqual(['a.example', 'a.example', 'b.example', 'b.example', 'c.example']);
});
