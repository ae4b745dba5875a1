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
    name: `Source ${at}`,
    homepage_url: `https://source${at}.example/`,
    canonical_domain: `source${at}.example`,
    path_prefix: '',
    lifecycle: 'active',
    languages: ['es', 'ca'],
    country: 'ES',
    tags: ['politics', 'sport', 'culture'],
    paywall: 'none',
    rights: 'unknown',
    endpoint_count: 3,
    endpoint_kinds: ['atom', 'rss'],
    health: { state: 'ok' },
    last_new_item_at: '2026-01-01T03:04:05Z',
    next_check_at: '2026-01-01T03:04:05Z',
    version: 1,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    ...more,
  };
}

const facets = {
  uncounted: [],
  lifecycle: [{ value: 'active', count: 88 }],
  tag: [],
  country: [
    { value: 'ES', count: 41 },
    { value: 'FR', count: 9 },
  ],
  language: [],
  kind: [],
};

/** Responds with a page of two of ninety sources, or with facets. */
function list(request: Request): Response {
  const query = new URL(request.url).searchParams;
  if (query.has('facets')) return json({ items: [], total: 90, facets });
  const page: SourcePage = { items: [row(1), row(2)], total: 90, total_is_minimum: false, next_cursor: 'next1' };
  return json(query.has('cursor') ? { ...page, prev_cursor: 'prev1' } : page);
}

let sent: Request[];

const activity = () => json({ items: [{ source_id: row(1).id, counts: [4, 0, 2] }] });

function renderList(
  path = '/newssources',
  handler = list,
  member = editor,
  activityHandler: () => Response = activity,
) {
  sent = stubApi({
    'GET /newssources': handler,
    'GET /newssources/summary': () => json(summary),
    'GET /newssources/activity': activityHandler,
  });
  return { user: userEvent.setup(), ...renderPage(<SourcesPage />, { path, member }) };
}

/** Returns the query strings of the list requests, the newest last. */
function listQueries(): string[] {
  return sent
    .map(({ url }) => new URL(url))
    .filter(({ pathname, searchParams }) => pathname === '/newssources' && searchParams.get('limit') !== '1')
    .map(({ search }) => decodeURIComponent(search));
}

beforeEach(() => sessionStorage.clear());

describe('the table', () => {
  test('a source that was never checked has no item count', async () => {
    renderList('/newssources', () =>
      json({ items: [row(2, { health: { state: 'new' } })], total: 1, total_is_minimum: false }),
    );
    await screen.findByRole('link', { name: 'Source 2' });
    expect(screen.queryByText('None')).toBeNull();
    await waitFor(() => expect(sent.some(({ url }) => url.includes('/activity'))).toBe(true));
    expect(screen.queryByText('None')).toBeNull();
  });

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

  test('sorts by health, last new item and next check', async () => {
    const { user, address } = renderList();
    await screen.findByRole('link', { name: 'Source 1' });
    for (const [name, sort] of [
      ['Health', '-health'],
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
    expect(address()).toBe('/newssources?silent_days=7&cause=timeout');
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
    expect(address()).toBe('/newssources?cursor=abc&hide=languages&hide=created&hide=updated&hide=country');
  });
});

describe('search, filters and paging', () => {
  test('an alert rule can be created for the filters', async () => {
    renderList('/newssources?country=ES&health=failing');
    expect(await screen.findByRole('link', { name: 'Create alert rule' })).toHaveAttribute(
      'href',
      '/newssources/alerts/new?health=failing&country=ES',
    );
  });

  test.each(['silent_days=7', 'due_minutes=60', 'assignee=me'])(
    'no alert rule can be created for %s',
    async (filter) => {
      renderList(`/newssources?health=degraded&${filter}`);
      expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Create alert rule' })).toBeNull();
    },
  );

  test('typing is debounced, keeps the focus and the previous rows, and resets the cursor', async () => {
    const { user, address, router } = renderList('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Search sources' });
    expect(search).toHaveFocus();
    await user.type(search, 'ejemplo');
    await waitFor(() => expect(address()).toBe('/newssources?q=ejemplo'));
    expect(screen.getByRole('link', { name: 'Source 1' })).toBeVisible();
    await waitFor(() => expect(listQueries().at(-1)).toContain('q=ejemplo'));
    expect(listQueries().filter((query) => query.includes('q='))).toHaveLength(1);
    expect(search).toHaveFocus();

    await user.keyboard('{Escape}');
    expect(search).toHaveValue('');
    expect(address()).toBe('/newssources');
    await router.navigate('/newssources?q=elsewhere');
    await waitFor(() => expect(search).toHaveValue('elsewhere'));
  });

  test('a filter has counts, multiple values and a remove button', async () => {
    const { user, address } = renderList('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.click(screen.getByRole('button', { name: 'Country' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Spain 41' }));
    expect(address()).toBe('/newssources?country=ES');
    await user.click(screen.getByRole('checkbox', { name: 'France 9' }));
    expect(address()).toBe('/newssources?country=ES&country=FR');
    expect(await screen.findByText('90 of 90')).toBeVisible();

    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Remove filter Country' }));
    expect(address()).toBe('/newssources');
    expect(screen.getByRole('button', { name: 'Country' })).toHaveFocus();
  });

  test('next and previous page keep filters and page size', async () => {
    const { user, address } = renderList('/newssources?country=ES&limit=25');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/newssources?country=ES&limit=25&cursor=next1'));
    await screen.findByText('2 of 90');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(address()).toBe('/newssources?country=ES&limit=25&cursor=prev1');
  });

  test('an invalid cursor opens the first page', async () => {
    const { address } = renderList('/newssources?q=x&cursor=old', (request) =>
      new URL(request.url).searchParams.has('cursor') ? problem(400, 'invalid_cursor') : list(request),
    );
    expect(await screen.findByRole('link', { name: 'Source 1' })).toBeVisible();
    expect(address()).toBe('/newssources?q=x');
  });
});

describe('no results', () => {
  /** Responds with sources only if the tag filter is absent. */
  function onlyWithoutTag(request: Request): Response {
    const query = new URL(request.url).searchParams;
    return json({ items: [], total: query.has('tag') ? 0 : 12 });
  }

  test('the page suggests which filter to remove', async () => {
    const { user, address } = renderList('/newssources?q=ejemplo&country=ES&tag=politics', onlyWithoutTag);
    expect(await screen.findByRole('heading', { name: 'No source matches' })).toBeVisible();
    const best = await screen.findByRole('button', { name: 'Remove Tag: politics 12 sources' });
    expect(best).toBe(screen.getAllByRole('button', { name: /no sources|12 sources/ })[0]);
    expect(screen.getByRole('button', { name: 'Remove the search “ejemplo” no sources' })).toBeVisible();
    await user.click(best);
    expect(address()).toBe('/newssources?q=ejemplo&country=ES');
    expect(document.body).not.toHaveFocus();
  });

  test('a match among the archived sources is offered', async () => {
    const { user, address } = renderList('/newssources?q=ejemplo', (request) => {
      const isArchived = new URL(request.url).searchParams.getAll('lifecycle').includes('archived');
      return json({ items: isArchived ? [row(1, { lifecycle: 'archived' })] : [], total: isArchived ? 1 : 0 });
    });
    expect(await screen.findByText(/1 archived source matches/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show archived source' }));
    expect(address()).toBe('/newssources?q=ejemplo&lifecycle=archived');
    expect(await screen.findByRole('link', { name: 'Source 1' })).toBeVisible();
  });

  test('an empty register offers to add and import sources', async () => {
    const { user, address } = renderList('/newssources', () => json({ items: [], total: 0 }));
    expect(await screen.findByRole('heading', { name: 'No sources yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add source' })).toHaveAttribute('href', '/newssources/new');
    expect(screen.getByRole('link', { name: 'Import OPML file' })).toHaveAttribute('href', '/newssources/imports');
    stubApi({ 'POST /newssources/imports/sample': () => json({ id: 'sample-id' }, { status: 202 }) });
    await user.click(screen.getByRole('button', { name: 'Import sample sources' }));
    await waitFor(() => expect(address()).toBe('/newssources/imports/sample-id'));
  });

  test('an empty register offers to show archived sources', async () => {
    const { user, address } = renderList('/newssources', () => json({ items: [], total: 0 }));
    await user.click(await screen.findByRole('button', { name: 'Show 10 archived sources' }));
    expect(address()).toBe('/newssources?lifecycle=archived');
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

describe('checks', () => {
  const answer = { endpoints: 6, skipped: 0, paused: false };

  function renderWithChecks(path?: string) {
    const bodies: unknown[] = [];
    sent = stubApi({
      'GET /newssources': list,
      'GET /newssources/summary': () => json(summary),
      'POST /newssources/checks': async (request) => {
        bodies.push(await request.json());
        return json(answer);
      },
    });
    return {
      bodies,
      user: userEvent.setup(),
      ...renderPage(<SourcesPage />, { path: path ?? '/newssources', member: editor }),
    };
  }

  test('selected sources are checked', async () => {
    const { user, bodies } = renderWithChecks();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Source 2' }));
    const bar = within(screen.getByRole('region', { name: 'Selected sources' }));
    expect(bar.getByText('1 source selected')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select all sources of this page' }));
    await user.click(bar.getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(bodies).toEqual([{ ids: [row(2).id, row(1).id] }]));
    await user.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected sources' })).toBeNull();
  });

  test('all listed sources are checked, with the filters of the list', async () => {
    const { user, bodies } = renderWithChecks('/newssources?country=ES&q=daily');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await user.click(await screen.findByRole('button', { name: 'Check 90 sources' }));
    await waitFor(() => expect(bodies).toEqual([{ all: { q: 'daily', country: ['ES'] } }]));
  });

  test('a viewer selects and checks nothing', async () => {
    renderList(undefined, list, viewer);
    await screen.findByRole('link', { name: 'Source 1' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  });
});
