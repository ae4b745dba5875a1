import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '../fixture';
import { readChanges } from '../test-page';
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
