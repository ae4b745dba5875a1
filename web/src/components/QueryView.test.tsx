import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { pagedQuery } from '@/api/paged-query';
import { summaryQuery } from '@/entities/source/list.queries';
import { json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { QueryView } from './QueryView';

function Totals() {
  const query = useQuery(summaryQuery());
  return (
    <QueryView query={query} header={<h1>Totals</h1>} notFound="No totals" loading="Loading">
      {({ sources }) => <p>{sources} sources</p>}
    </QueryView>
  );
}

const busy = () => problem(429, 'too_many_requests', {}, { 'Retry-After': '120' });

test('while the API asks to wait, the error says when the next attempt is, and the person can try now', async () => {
  let answer = busy;
  const sent = stubApi({ 'GET /newssources/summary': () => answer() });
  renderPage(<Totals />);
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByText('Next attempt: in 2 min.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Totals' })).toBeVisible();
  answer = () => json({ sources: 3 });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('3 sources')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Totals' })).toBeNull();
  expect(sent).toHaveLength(2);
});

test('while a refresh waits, the data stays, and the note says when the next attempt is', async () => {
  let answer = () => json({ sources: 3 });
  stubApi({ 'GET /newssources/summary': () => answer() });
  const { queryClient } = renderPage(<Totals />);
  expect(await screen.findByText('3 sources')).toBeVisible();
  answer = busy;
  void queryClient.invalidateQueries();
  expect(await screen.findByText(/Next attempt: in 2 min\./)).toBeVisible();
  expect(screen.getByText('3 sources')).toBeVisible();
  answer = () => json({ sources: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('4 sources')).toBeVisible();
});

test('a page that does not exist says so', async () => {
  stubApi({ 'GET /newssources/summary': () => problem(404, 'not_found') });
  renderPage(<Totals />);
  expect(await screen.findByText('No totals')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Totals' })).toBeVisible();
});

function List({ rows }: { rows: number[] }) {
  const query = useInfiniteQuery(
    pagedQuery({
      queryKey: ['list', rows],
      perPage: 2,
      read: ({ cursor = '0', limit }) => {
        const end = Number(cursor) + limit;
        return Promise.resolve({
          items: rows.slice(Number(cursor), end),
          next_cursor: end < rows.length ? `${end}` : undefined,
        });
      },
    }),
  );
  return (
    <QueryView query={query} empty="No rows" more="Show more">
      {(shown) => <p>Rows: {shown.join()}</p>}
    </QueryView>
  );
}

test('a list grows by “Show more” until its last page', async () => {
  stubApi({});
  renderPage(<List rows={[1, 2, 3]} />);
  expect(await screen.findByText('Rows: 1,2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Rows: 1,2,3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an empty list says so', async () => {
  stubApi({});
  renderPage(<List rows={[]} />);
  expect(await screen.findByText('No rows')).toBeVisible();
});
