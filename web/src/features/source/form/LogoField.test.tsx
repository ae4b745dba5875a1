import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { LIMITS } from '@/components/form/limits';
import { json, problem } from '@/test/api';
import { aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';

const source = aSource({ logo: 'v1' });
const path = `/newssources/${source.id}`;
const pngResponse = () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'Content-Type': 'image/png' } });
const patch = `PATCH ${path}`;

beforeEach(() => sessionStorage.clear());

const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));
const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);

test('a chosen picture is sent in base64 without the data URL prefix', async () => {
  const saved = aSource({ logo: 'v2', version: 4 });
  const { sent } = await openSourcePage({
    source: aSource(),
    tab: '/settings',
    handlers: { [patch]: () => json(saved), [`GET ${path}/logo`]: pngResponse },
  });
  await choose(new File([new Uint8Array([1, 2, 3, 4])], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText(/Not saved yet/)).toBeVisible();
  expect(document.querySelector('img')).toHaveAttribute('src', 'data:image/png;base64,AQIDBA==');
  await save();
  await waitFor(async () => expect((await readChanges(sent))[0]?.body).toEqual({ logo: 'AQIDBA==' }));
  expect(await screen.findByText('Everything is saved.')).toBeVisible();
});

test('removing the logo sends null', async () => {
  const { sent } = await openSourcePage({
    source,
    tab: '/settings',
    handlers: { [patch]: () => json(aSource({ version: 4 })), [`GET ${path}/logo`]: pngResponse },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }));
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus();
  await save();
  await waitFor(async () => expect((await readChanges(sent))[0]?.body).toEqual({ logo: null }));
});

test('the field shows that a file is too large, and errors of the API', async () => {
  const refusal = { errors: [{ pointer: '/logo', detail: 'SVG pictures are not supported.' }] };
  const { sent } = await openSourcePage({
    source: aSource(),
    tab: '/settings',
    handlers: { [patch]: () => problem(422, 'invalid', refusal) },
  });
  await choose(new File([new Uint8Array(LIMITS.logo + 1)], 'photo.png', { type: 'image/png' }));
  expect(await screen.findByText(/more than 256 KB/)).toBeVisible();
  expect(await readChanges(sent)).toEqual([]);

  await choose(new File([new Uint8Array([1])], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(screen.queryByText(/more than 256 KB/)).not.toBeInTheDocument());
  await save();
  expect(await screen.findByText('SVG pictures are not supported.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus();
});
