import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { editor, json, problem } from '@/test/api';
import { list, listQueries, renderList, row, sent, viewer } from './test-list';

beforeEach(() => sessionStorage.clear());

describe('the table', () => {
  test.each(['new', 'failing', 'blocked'] as const)(
    'a source that was never read (%s) has no item count',
    async (state) => {
      renderList('/newssources', () =>
        json({
          items: [row(2, { health: { state }, last_new_item_at: undefined })],
          total: 1,
          total_is_minimum: false,
        }),
      );
      await screen.findByRole('link', { name: 'Source 2' });
      expect(screen.queryByText('None')).toBeNull();
      await waitFor(() => expect(sent.some(({ url }) => url.includes('/activity'))).toBe(true));
      expect(screen.queryByText('None')).toBeNull();
    },
  );

  test('new items that are not in the daily counts yet are not reported as none', async () => {
    const items = [
      row(1, { last_new_item_at: '2020-01-01T00:00:00Z' }),
      row(2, { last_new_item_at: new Date().toISOString() }),
    ];
    renderList(
      '/newssources',
      () => json({ items, total: 2, total_is_minimum: false }),
      editor,
      () => json({ items: [] }),
    );
    expect(await screen.findByText('Not counted yet')).toBeVisible();
    expect(within(screen.getAllByRole('row')[1]!).getByText('None')).toBeVisible();
  });

  test('shows the properties of a source and links to it', async () => {
    renderList();
    const link = await screen.findByRole('link', { name: 'Source 1' });
    expect(link).toHaveAttribute('href', '/newssources/01938f00-0000-7000-8000-000000000001');
    expect(await screen.findByRole('img', { name: '6 items in 3 days, 2 today' })).toBeVisible();
    expect(within(screen.getAllByRole('row')[2]!).getByText('None')).toBeVisible();
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '', // the checkbox
      'Source 1',
      'source1.example',
      'Working',
      'Items per day6 items in 3 days, 2 today',
      'Last new item1 Jan 2026',
      'due now',
      'Endpoints3 · Atom, RSS',
      'Spain',
      'politics+2',
    ]);
    expect(screen.getByText('1–2 of 90')).toBeVisible();
  });

  test('the health during an incident has the last known one in its tooltip', async () => {
    const since = new Date(2020, 10, 17, 9).toISOString();
    const last_known = { state: 'failing' as const, cause: 'dns' as const, since, reason: 'The host is not found.' };
    const health = { state: 'unknown' as const, since: new Date().toISOString(), last_known };
    renderList('/newssources', () => json({ items: [row(1, { health })], total: 1, total_is_minimum: false }));
    const badge = await screen.findByTitle('Last known: failing since 17 Nov 2020. The host is not found.');
    expect(badge).toHaveTextContent('Unknown');
  });

  test('the items per day are requested for the rows of the page, and only while their column is shown', async () => {
    const { unmount } = renderList();
    await screen.findByRole('img', { name: '6 items in 3 days, 2 today' });
    const requested = () => sent.filter(({ url }) => new URL(url).pathname === '/newssources/activity');
    expect(requested().map(({ url }) => new URL(url).searchParams.getAll('source_id'))).toEqual([
      [row(1).id, row(2).id],
    ]);
    unmount();
    renderList('/newssources?hide=activity');
    await screen.findByRole('link', { name: 'Source 1' });
    expect(requested()).toEqual([]);
  });

  test('the items per day are not available if their request fails', async () => {
    renderList('/newssources', list, editor, () => problem(400, 'unknown_parameter'));
    expect(await screen.findAllByText('Not available')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Source 1' })).toBeVisible();
  });

  test('supports arrow keys', async () => {
    const { user } = renderList();
    (await screen.findByRole('link', { name: 'Source 1' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Source 2' })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(screen.getByRole('link', { name: 'Source 1' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  test('opens a source when its row is clicked', async () => {
    const { user, address } = renderList();
    await user.click(await screen.findByText('source2.example'));
    expect(address()).toBe('/newssources/01938f00-0000-7000-8000-000000000002');
  });

  test('sorts by column headers, newest first for dates', async () => {
    const { user, address } = renderList('/newssources?cursor=abc&hide=none');
    await screen.findByRole('link', { name: 'Source 1' });
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Updated' }));
    expect(screen.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe('/newssources?sort=-updated&hide=none');
    await user.click(screen.getByRole('button', { name: 'Updated' }));
    expect(address()).toBe('/newssources?sort=updated&hide=none');
  });

  test('sorts by check results, the most urgent or the newest first', async () => {
    const { user, address } = renderList();
    await screen.findByRole('link', { name: 'Source 1' });
    for (const [name, sort] of [
      ['Health', '-health'],
      ['Items per day', '-activity'],
      ['Last new item', '-last_new_item'],
      ['Next check', 'next_check'],
    ] as const) {
      await user.click(screen.getByRole('columnheader', { name }).querySelector('button')!);
      expect(address()).toBe(`/newssources?sort=${sort}`);
    }
    expect(listQueries().at(-1)).toContain('sort=next_check');
  });

  test('filters by silence and shows the filter with a button to remove it', async () => {
    const { user, address } = renderList('/newssources?cause=timeout');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await user.click(await screen.findByRole('menuitem', { name: '7 days' }));
    expect(address()).toBe('/newssources?cause=timeout&silent_days=7');
    expect(listQueries().at(-1)).toMatch(/silent_days=7/);
    await user.click(screen.getByRole('button', { name: 'Remove filter No new item for' }));
    expect(address()).toBe('/newssources?cause=timeout');
  });

  test('hides columns and keeps them in the URL', async () => {
    const { user, address } = renderList('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Country' }));
    expect(screen.queryByRole('columnheader', { name: 'Country' })).toBeNull();
    expect(address()).toBe('/newssources?hide=languages&hide=created&hide=updated&hide=country&cursor=abc');
  });
});

describe('a viewer', () => {
  test('sees no write actions in the list', async () => {
    renderList('/newssources', list, viewer);
    await screen.findByRole('link', { name: 'Source 1' });
    expect(screen.queryByRole('link', { name: /Add source|Import/ })).toBeNull();
  });

  test('sees no write actions in an empty register', async () => {
    renderList('/newssources', () => json({ items: [], total: 0 }), viewer);
    await screen.findByText(/Ask an editor/);
    expect(screen.queryByRole('link', { name: /Add|Import/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /sample/ })).toBeNull();
  });
});

describe('failures', () => {
  test('an error shows its text, the request id and a retry button', async () => {
    let broken = true;
    const { user } = renderList('/newssources', (request) =>
      broken ? problem(500, 'internal', { detail: 'The error has been logged.' }) : list(request),
    );
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Title of internal');
    expect(alert).toHaveTextContent('The error has been logged.');
    expect(alert).toHaveTextContent('req-1');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Source 1' })).toBeVisible();
  });

  test('an unavailable database is reported at once, and the page recovers', async () => {
    let down = true;
    renderList('/newssources', (request) => (down ? problem(503, 'database_unavailable') : list(request)));
    expect(await screen.findByRole('alert')).toHaveTextContent('Title of database_unavailable');
    down = false;
    expect(await screen.findByRole('link', { name: 'Source 1' }, { timeout: 5000 })).toBeVisible();
  });

  test('a search that is refused because of others is repeated after Retry-After', async () => {
    let busy = true;
    const refuse = () =>
      problem(429, 'busy', { detail: '3 of your searches are still running.' }, { 'Retry-After': '2' });
    renderList('/newssources?q=daily', (request) => (busy ? refuse() : list(request)));
    const heading = await screen.findByRole('heading', { name: 'Busy, retrying' });
    expect(heading.parentElement).toHaveTextContent('3 of your searches are still running.');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(listQueries()).toHaveLength(1);
    busy = false;
    expect(await screen.findByRole('link', { name: 'Source 1' }, { timeout: 5000 })).toBeVisible();
    expect(listQueries()).toHaveLength(2);
  });

  test('rows that could not be refreshed stay, with a warning', async () => {
    let broken = false;
    const { queryClient } = renderList('/newssources', (request) =>
      broken ? problem(500, 'internal') : list(request),
    );
    await screen.findByRole('link', { name: 'Source 1' });
    broken = true;
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/Data as of \d\d:\d\d\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Source 1' })).toBeVisible();
  });
});
