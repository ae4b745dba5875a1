import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { aSource } from '@/test/source';
import { ChangedFields } from './ChangedFields';

test('a restored parent and the one that it replaces are named', async () => {
  const ids = ['0191d3f0-0000-7000-8000-00000000000a', '0191d3f0-0000-7000-8000-00000000000b'];
  const names = ['Morning', 'Evening'];
  stubApi(
    Object.fromEntries(ids.map((id, n) => [`GET /newssources/${id}`, () => json(aSource({ id, name: names[n] }))])),
  );
  renderPage(<ChangedFields changes={[{ field: 'parent_id', before: ids[0], after: ids[1] }]} />);
  await screen.findByRole('link', { name: 'Morning' });
  await screen.findByRole('link', { name: 'Evening' });
  expect(screen.getByRole('listitem')).toHaveTextContent('Parent: Morning → Evening');
});
