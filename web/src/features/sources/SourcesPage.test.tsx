import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SourcePage, SourceRow } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as SourcesPage } from './SourcesPage';

const viewer = { ...editor, role: 'viewer' as const, can_write: false };
const summary = { sources: 90, endpoints: 200, lifecycle: { draft: 1, active: 88, paused: 1, archived: 10 } };

function row(at: number, more: Partial<SourceRow> = {}): SourceRow {
  return {
    id: `01938f00-0000-7000-8000-00000000000${at}`,
    name: `Outlet ${at}`,
    homepage_url: `https://outlet${at}.example/`,
    canonical_domain: `outlet${at}.example`,
    path_prefix: '',
    lifecycle: 'active',
    languages: ['es', 'ca'],
    country: 'ES',
    tags: ['politics', 'sport', 'culture'],
    paywall: 'none',
    rights: 'unknown',
    endpoint_count: 3,
    endpoint_kinds: ['atom', 'rss'],
    version: 1,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    ...more,
  };
}

const facets = {
  lifecycle: [{ value: 'active', count: 88 }],
  tag: [],
  country: [
    { value: 'ES', count: 41 },
    { value: 'FR', count: 9 },
  ],
  language: [],
  kind: [],
};

/** A page of two of ninety, unless the query asks for something special. */
function list(request: Request): Response {
  const query = new URL(request.url).searchParams;
  if (query.has('facets')) return json({ items: [], total: 90, facets });
  const page: SourcePage = { items: [row(1), row(2)], total: 90, next_cursor: 'next1' };
  return json(query.has('cursor') ? { ...page, prev_cursor: 'prev1' } : page);
}

let sent: Request[];

function show(path = '/newssources', handler = list, member = editor) {
  sent = stubApi({ 'GET /newssources': handler, 'GET /newssources/summary': () => json(summary) });
  return { user: userEvent.setup(), ...renderPage(<SourcesPage />, { path, member }) };
}

/** The queries of the list itself, the newest last. */
function asked(): string[] {
  return sent
    .map(({ url }) => new URL(url))
    .filter(({ pathname, searchParams }) => pathname === '/newssources' && searchParams.get('limit') !== '1')
    .map(({ search }) => decodeURIComponent(search));
}

beforeEach(() => sessionStorage.clear());

describe('the table', () => {
  test('shows what a source is, and leads to it by a real link', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Outlet 1' });
    expect(link).toHaveAttribute('href', '/newssources/01938f00-0000-7000-8000-000000000001');
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'Outlet 1',
      'outlet1.example',
      'Active',
      '3 · Atom, RSS',
      'Spain',
      'Spanish +1',
      'politics+2',
      '2 Jan 2026',
      'Updated2 Jan 2026',
    ]);
    expect(screen.getByText('1–2 of 90')).toBeVisible();
  });

  test('is walked with the arrow keys', async () => {
    const { user } = show();
    (await screen.findByRole('link', { name: 'Outlet 1' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Outlet 2' })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(screen.getByRole('link', { name: 'Outlet 1' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  test('follows the link of a row wherever it is clicked', async () => {
    const { user, address } = show();
    await user.click(await screen.findByText('outlet2.example'));
    expect(address()).toBe('/newssources/01938f00-0000-7000-8000-000000000002');
  });

  test('sorts by its heads, newest first for times', async () => {
    const { user, address } = show('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Outlet 1' });
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Updated' }));
    expect(screen.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe('/newssources?sort=-updated');
    await user.click(screen.getByRole('button', { name: 'Updated' }));
    expect(address()).toBe('/newssources?sort=updated');
  });

  test('hides columns, in the address', async () => {
    const { user, address } = show('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Outlet 1' });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Country' }));
    expect(screen.queryByRole('columnheader', { name: 'Country' })).toBeNull();
    expect(address()).toBe('/newssources?cursor=abc&hide=country');
  });
});

describe('finding', () => {
  test('typing asks once it pauses, keeps the focus and the old rows, and starts from the first page', async () => {
    const { user, address, router } = show('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Outlet 1' });
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Search sources' });
    expect(search).toHaveFocus();
    await user.type(search, 'ejemplo');
    await waitFor(() => expect(address()).toBe('/newssources?q=ejemplo'));
    expect(screen.getByRole('link', { name: 'Outlet 1' })).toBeVisible();
    await waitFor(() => expect(asked().at(-1)).toContain('q=ejemplo'));
    expect(asked().filter((query) => query.includes('q='))).toHaveLength(1);
    expect(search).toHaveFocus();

    await user.keyboard('{Escape}');
    expect(search).toHaveValue('');
    expect(address()).toBe('/newssources');
    await router.navigate('/newssources?q=elsewhere');
    await waitFor(() => expect(search).toHaveValue('elsewhere'));
  });

  test('a filter has counts, several values, and a way back', async () => {
    const { user, address } = show('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Outlet 1' });
    await user.click(screen.getByRole('button', { name: 'Country' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Spain 41' }));
    expect(address()).toBe('/newssources?country=ES');
    await user.click(screen.getByRole('checkbox', { name: 'France 9' }));
    expect(address()).toBe('/newssources?country=ES&country=FR');
    expect(await screen.findByText('90 of 90')).toBeVisible();

    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Drop the filter Country' }));
    expect(address()).toBe('/newssources');
    expect(screen.getByRole('button', { name: 'Country' })).toHaveFocus();
  });

  test('pages turn and keep the rest; prefetching takes the way of the link', async () => {
    const { user, address } = show('/newssources?country=ES&limit=25');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/newssources?country=ES&limit=25&cursor=next1'));
    await screen.findByText('2 of 90');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(address()).toBe('/newssources?country=ES&limit=25&cursor=prev1');
  });

  test('a cursor of another time leads to the first page', async () => {
    const { address } = show('/newssources?q=x&cursor=old', (request) =>
      new URL(request.url).searchParams.has('cursor') ? problem(400, 'invalid_cursor') : list(request),
    );
    expect(await screen.findByRole('link', { name: 'Outlet 1' })).toBeVisible();
    expect(address()).toBe('/newssources?q=x');
  });
});

describe('nothing there', () => {
  /** Only without the tag there is something. */
  function onlyWithoutTag(request: Request): Response {
    const query = new URL(request.url).searchParams;
    return json({ items: [], total: query.has('tag') ? 0 : 12 });
  }

  test('no match says which filter to drop, and one click drops it', async () => {
    const { user, address } = show('/newssources?q=ejemplo&country=ES&tag=politics', onlyWithoutTag);
    expect(await screen.findByRole('heading', { name: 'No source matches' })).toBeVisible();
    const best = await screen.findByRole('button', { name: 'Drop Tag: politics 12 sources' });
    expect(best).toBe(screen.getAllByRole('button', { name: /still none|12 sources/ })[0]);
    expect(screen.getByRole('button', { name: 'Drop the search “ejemplo” still none' })).toBeVisible();
    await user.click(best);
    expect(address()).toBe('/newssources?q=ejemplo&country=ES');
    expect(document.body).not.toHaveFocus();
  });

  test('an empty register says what it is and how to begin', async () => {
    const { user, address } = show('/newssources', () => json({ items: [], total: 0 }));
    expect(await screen.findByRole('heading', { name: 'No sources yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add source' })).toHaveAttribute('href', '/newssources/new');
    expect(screen.getByRole('link', { name: 'Import a list' })).toHaveAttribute('href', '/newssources/imports');
    stubApi({ 'POST /newssources/imports/sample': () => json({ id: 'sample-id' }, { status: 202 }) });
    await user.click(screen.getByRole('button', { name: 'Try the sample list' }));
    await waitFor(() => expect(address()).toBe('/newssources/imports/sample-id'));
  });

  test('archived ones are a click away', async () => {
    const { user, address } = show('/newssources', () => json({ items: [], total: 0 }));
    await user.click(await screen.findByRole('button', { name: 'Show the 10 archived ones' }));
    expect(address()).toBe('/newssources?lifecycle=archived');
  });
});

describe('a viewer', () => {
  test('sees no action that would be refused', async () => {
    show('/newssources', list, viewer);
    await screen.findByRole('link', { name: 'Outlet 1' });
    expect(screen.queryByRole('link', { name: /Add source|Import/ })).toBeNull();
  });

  test('nor in an empty register', async () => {
    show('/newssources', () => json({ items: [], total: 0 }), viewer);
    await screen.findByText(/Ask an editor/);
    expect(screen.queryByRole('link', { name: /Add|Import/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /sample/ })).toBeNull();
  });
});

describe('failures', () => {
  test('an error has words, a reference and a way on', async () => {
    let broken = true;
    const { user } = show('/newssources', (request) =>
      broken ? problem(500, 'internal', { detail: 'The error has been logged.' }) : list(request),
    );
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Title of internal');
    expect(alert).toHaveTextContent('The error has been logged.');
    expect(alert).toHaveTextContent('req-1');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Outlet 1' })).toBeVisible();
  });

  test('a database that is down is said at once, and the page recovers by itself', async () => {
    let down = true;
    show('/newssources', (request) => (down ? problem(503, 'database_unavailable') : list(request)));
    expect(await screen.findByRole('alert')).toHaveTextContent('Title of database_unavailable');
    down = false;
    expect(await screen.findByRole('link', { name: 'Outlet 1' }, { timeout: 5000 })).toBeVisible();
  });

  test('rows that could not be refreshed stay and say from when they are', async () => {
    let broken = false;
    const { queryClient } = show('/newssources', (request) => (broken ? problem(500, 'internal') : list(request)));
    await screen.findByRole('link', { name: 'Outlet 1' });
    broken = true;
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/Shown as of \d\d:\d\d; it could not be refreshed/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Outlet 1' })).toBeVisible();
  });
});
