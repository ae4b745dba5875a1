import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as SourcesPage } from './SourcesPage';
import { list, listQueries, renderList, row, summary } from './test-list';

beforeEach(() => sessionStorage.clear());

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

  test('typing searches, keeps the focus and the previous rows, and resets the cursor', async () => {
    const { user, address, router } = renderList('/newssources?cursor=abc');
    await screen.findByRole('link', { name: 'Source 1' });
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Search sources' });
    expect(search).toHaveFocus();
    await user.type(search, 'ejemplo');
    await waitFor(() => expect(address()).toBe('/newssources?q=ejemplo'));
    expect(screen.getByRole('link', { name: 'Source 1' })).toBeVisible();
    await waitFor(() => expect(listQueries().at(-1)).toContain('q=ejemplo'));
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
    const filters = within(screen.getByRole('search'));
    await user.click(filters.getByRole('button', { name: 'Country' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Spain 41' }));
    expect(address()).toBe('/newssources?country=ES');
    await user.click(screen.getByRole('checkbox', { name: 'France 9' }));
    expect(address()).toBe('/newssources?country=ES&country=FR');
    expect(await screen.findByText('90 of 90')).toBeVisible();

    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Remove filter Country' }));
    expect(address()).toBe('/newssources');
    expect(filters.getByRole('button', { name: 'Country' })).toHaveFocus();
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

  test.each([
    ['country=ES&not_country=ES&not_country=FR', /filtered by “Country: Spain” and also excludes it/],
    ['parent=none&not_parent=none', /filtered by “Parent: No parent” and also excludes it/],
    ['created_from=2026-03-02&created_to=2026-03-01', /“Added since: .*2.*” is later than “Added until: .*1.*”/],
    ['updated_from=2026-03-02&updated_to=2026-03-01', /“Changed since: .*2.*” is later than “Changed until: .*1.*”/],
    ['created_from=2026-03-02&updated_to=2026-03-01', /“Added since: .*2.*” is later than “Changed until: .*1.*”/],
  ])('filters that no source can match together are explained: %s', async (filters, text) => {
    renderList(`/newssources?${filters}&tag=politics`, onlyWithoutTag);
    expect(await screen.findByText(text)).toBeVisible();
  });

  test('the ends of a range that a source can match are not explained', async () => {
    renderList('/newssources?created_from=2026-03-01&created_to=2026-03-01', () => json({ items: [], total: 0 }));
    expect(await screen.findByRole('heading', { name: 'No source matches' })).toBeVisible();
    expect(screen.queryByText(/No source can match/)).toBeNull();
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
    expect(screen.getByRole('link', { name: 'Import list' })).toHaveAttribute('href', '/newssources/imports');
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

describe('checks', () => {
  const answer = { endpoints: 6, skipped: 0, paused: false };

  function renderWithChecks(path?: string) {
    const bodies: unknown[] = [];
    stubApi({
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
});
