import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MergeComparison } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { aSource } from '@/test/source';
import { Comparison } from './Comparison';

test('after the merge, the comparison links to the source that remains', async () => {
  const into = aSource({ id: '01938f00-0000-7000-8000-00000000000a', name: 'El Faro' });
  const from = aSource({ id: '01938f00-0000-7000-8000-00000000000b', name: 'Faro online', merged_into: into.id });
  const comparison: MergeComparison = {
    from,
    into,
    fields: [],
    effects: {
      endpoints: 0,
      changes: 0,
      alerts: 0,
      has_assignee: false,
      rules: [{ id: '01938f00-0000-7000-8000-00000000000c', name: 'Sections fail' }],
      views: [],
    },
    obstacle: `This source was merged into another one and can't be changed. Use the id ${into.id}.`,
  };
  stubApi({
    'GET /newssources/merges/comparison': () => json(comparison),
    [`GET /newssources/${into.id}`]: () => json(into),
  });
  renderPage(<Comparison from={from.id} into={into.id} />);
  const note = await screen.findByText(/Faro online was merged into/);
  expect(await within(note).findByRole('link', { name: 'El Faro' })).toBeVisible();
  expect(note).not.toHaveTextContent(into.id);
  expect(screen.queryByText(/Use the id/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Sections fail' })).toBeVisible();
});
