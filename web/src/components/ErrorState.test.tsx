import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { loadError } from '@/api/load-error';
import { summaryQuery } from '@/entities/source/list.queries';
import { json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { ErrorState } from './ErrorState';
import { StaleNote } from './StaleNote';

function Totals() {
  const query = useQuery(summaryQuery());
  const error = loadError(query);
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return (
    <>
      <StaleNote query={query} />
      {query.data ? <p>{query.data.sources} sources</p> : 'Loading'}
    </>
  );
}

const busy = () => problem(429, 'too_many_requests', {}, { 'Retry-After': '120' });

test('while the API asks to wait, the error says when the next attempt is, and the person can try now', async () => {
  let answer = busy;
  const sent = stubApi({ 'GET /newssources/summary': () => answer() });
  renderPage(<Totals />);
  expect(await screen.findByText('Next attempt: in 2 min.')).toBeVisible();
  answer = () => json({ sources: 3 });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('3 sources')).toBeVisible();
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
  answer = () => json({ sources: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('4 sources')).toBeVisible();
});
