import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SourceRow } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { aSource } from '@/test/source';
import { ParentForm } from './ParentForm';

const source = aSource({ version: 4 });
const rows = ['Daily', 'Weekly'].map(
  (name, n) => ({ id: `0191d3f0-0000-7000-8000-00000000001${n}`, name, canonical_domain: 'x.test' }) as SourceRow,
);

test('a parent is chosen with the keyboard after an outage, and undone', async () => {
  const bodies: unknown[] = [];
  let isDown = true;
  stubApi({
    'GET /newssources': () => json({ items: rows, total: 2 }),
    [`PATCH /newssources/${source.id}`]: async (request) => {
      if (isDown) throw new TypeError('Failed to fetch');
      bodies.push([request.headers.get('If-Match'), await request.json()]);
      return json(aSource({ version: 4 + bodies.length }));
    },
  });
  const onDone = vi.fn();
  renderPage(<ParentForm source={source} onDone={onDone} />);
  const search = screen.getByRole('combobox', { name: 'Parent' });
  await userEvent.type(search, 'ly');
  await screen.findByRole('option', { name: /Weekly/ });
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByText(/your change may not be saved/)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();

  isDown = false;
  expect(search).toHaveValue('ly');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    ['"4"', { parent_id: rows[1]!.id }],
    ['"5"', { parent_id: null }],
  ]);
});

test('Escape hides the sources found, and Down shows them again', async () => {
  stubApi({ 'GET /newssources': () => json({ items: rows, total: 2 }) });
  renderPage(<ParentForm source={source} onDone={() => undefined} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Parent' }), 'ly');
  await screen.findByRole('option', { name: /Daily/ });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getAllByRole('option')).toHaveLength(2);
});
