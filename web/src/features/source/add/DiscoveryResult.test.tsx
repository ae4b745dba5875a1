import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json } from '@/test/api';
import { aPreview } from '@/test/source';
import { readChanges } from '../test-page';
import { aCandidate, aSummary } from './fixture';
import { EVENTS, eventStream, openForm } from './test-add-page';

beforeEach(() => sessionStorage.clear());

const host = 'https://elejemplo.es';
const sections = ['Sport', 'Culture', 'Economy', 'Science', 'Opinion', 'Travel'];
const main = aCandidate({ url: `${host}/rss`, title: 'Top stories', announced_by: `${host}/` });
const sectionFeeds = sections.map((title, index) =>
  aCandidate({
    url: `https://feeds.example.net/${title}`,
    title,
    rank: index + 2,
    group: 'section',
    external_domain: 'example.net',
    preselected: false,
    overlap: { url: main.url, title: 'Top stories', shared: 18, of: 20 },
  }),
);
const unchecked = aCandidate({
  url: `${host}/rss/weather`,
  title: 'Weather',
  rank: 20,
  group: 'section',
  kind: undefined,
  outcome: 'not_checked',
  preselected: false,
});

/** Opens the page with a discovery that sends these candidates, without other results. */
async function discover(candidates: object[], done = aSummary(), more: object[] = [], handlers = {}) {
  const events = [
    ...EVENTS.filter(({ type }) => type !== 'candidate' && type !== 'done'),
    ...candidates.map((candidate) => ({ type: 'candidate', candidate })),
    ...more,
    { type: 'done', done },
  ];
  const page = openForm(undefined, true, {
    'POST /newssources/discoveries': () => eventStream(events),
    ...handlers,
  });
  await page.user.paste(host);
  const result = await screen.findByRole('region', { name: 'Search result' });
  await waitFor(() => expect(result).toHaveAttribute('aria-busy', 'false'));
  return { ...page, result };
}

test('only the main feed is preselected; section feeds are collapsed below with their overlap', async () => {
  const { user, result } = await discover([...sectionFeeds.toReversed(), main]);
  expect(within(result).getByRole('checkbox', { name: 'Top stories' })).toBeChecked();
  const group = screen.getByText('Section feeds (6)').closest('details')!;
  expect(group).not.toHaveAttribute('open');
  await user.click(screen.getByText('Section feeds (6)'));
  const rows = within(screen.getByRole('list', { name: 'Section feeds' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('checkbox').getAttribute('aria-label') ?? row.textContent)).toEqual(
    sections.map((title) => expect.stringContaining(title) as string),
  );
  expect(rows[0]).toHaveTextContent('18 of 20 items also in “Top stories”');
  expect(rows[0]).toHaveTextContent('Hosted on example.net');
  await user.click(within(group).getByRole('button', { name: 'Select all' }));
  expect(within(group).getByText('6 selected')).toBeVisible();
  await user.click(within(group).getByRole('button', { name: 'Deselect all' }));
  expect(within(group).queryByText('6 selected')).toBeNull();
});

test('a feed that was not checked can be selected after its check', async () => {
  const { user, sent, result } = await discover([main, unchecked], aSummary({ not_checked: 1 }), [], {
    'POST /newssources/previews': () => json(aPreview({ url: unchecked.url, title: 'Weather today', kind: 'atom' })),
  });
  expect(result).toHaveTextContent('1 feed, 1 not checked');
  const row = screen.getByText('Weather').closest('li')!;
  expect(within(row).getByRole('checkbox')).toBeDisabled();
  await user.click(within(row).getByRole('button', { name: 'Check' }));
  const checkbox = await screen.findByRole('checkbox', { name: 'Weather today' });
  expect(checkbox).not.toBeChecked();
  expect(checkbox).toBeEnabled();
  expect((await readChanges(sent)).at(-1)).toMatchObject({
    call: 'POST /newssources/previews',
    body: { url: unchecked.url },
  });
});

test('a prevented search shows the reason and the tried addresses, and does not claim that there is no feed', async () => {
  const reason = 'The site limits requests. Try again after 15:20.';
  const attempt = { url: `${host}/feed`, from: 'well_known', outcome: 'rate_limited', detail: 'Retry after 15:20.' };
  const { user, result } = await discover([], aSummary({ candidates: 0, attempts: 1, verdict: 'prevented', reason }), [
    { type: 'attempt', attempt },
  ]);
  expect(within(result).getByText(reason)).toBeVisible();
  expect(result).not.toHaveTextContent(/no feed/i);
  await user.click(within(result).getByText('Addresses tried (1)'));
  const row = within(within(result).getByRole('table')).getAllByRole('row')[1]!;
  expect(row).toHaveTextContent(`${host}/feedUsual pathRate limitedRetry after 15:20.`);
});

test('addresses that could not be read have an advice each and can be added anyway', async () => {
  const unreadable = (path: string, outcome: string) =>
    aCandidate({ url: host + path, kind: undefined, outcome: outcome as 'timeout', preselected: false });
  const candidates = [
    main,
    unreadable('/limited', 'rate_limited'),
    unreadable('/bot', 'challenge'),
    unreadable('/gone', 'gone'),
  ];
  const { user, sent, result } = await discover(candidates);
  const list = within(result).getByRole('region', { name: 'Could not be read (2)' });
  expect(list).toHaveTextContent(/limitedRate limited. The site limits the number of requests/);
  expect(list).toHaveTextContent(/botBrowser check. A browser check protects the address/);
  await user.click(within(list).getByRole('button', { name: `Add anyway: ${host}/limited` }));
  expect(within(list).getByRole('button', { name: `Added: ${host}/limited` })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save and start' }));
  await waitFor(async () =>
    expect((await readChanges(sent)).at(-1)?.body).toMatchObject({
      endpoints: [{ url: main.url }, { url: `${host}/limited`, kind: 'rss' }],
    }),
  );
});

test('a pasted feed address that could not be read can be added anyway', async () => {
  const attempt = {
    url: `${host}/feed`,
    from: 'given',
    outcome: 'forbidden',
    detail: 'The site refuses access (403).',
  };
  const { result } = await discover([], aSummary({ candidates: 0, attempts: 1, verdict: 'prevented', reason: '403' }), [
    { type: 'attempt', attempt },
  ]);
  const list = within(result).getByRole('region', { name: 'Could not be read (1)' });
  expect(list).toHaveTextContent(/ask the publisher for access, or add the address anyway/);
  expect(within(list).getByRole('button', { name: `Add anyway: ${host}/feed` })).toBeEnabled();
});

test('a search without a feed says so when nothing prevented it', async () => {
  const { result } = await discover([], aSummary({ candidates: 0, verdict: 'no_feed' }));
  expect(within(result).getByText(/No feed was found at this address/)).toBeVisible();
});

test('a search of a site that hangs can be repeated, although feeds were listed or found', async () => {
  const slow = { type: 'attempt', attempt: { url: `${host}/rss/sport`, from: 'link', outcome: 'timeout', detail: '' } };
  const { unmount } = await discover([unchecked], aSummary({ not_checked: 1 }), [slow]);
  expect(screen.getByRole('button', { name: 'Search again' })).toBeVisible();
  unmount();
  const { unmount: unmountFound } = await discover([main], aSummary(), [slow]);
  expect(screen.getByRole('button', { name: 'Search again' })).toBeVisible();
  unmountFound();
  await discover([main], aSummary());
  expect(screen.queryByRole('button', { name: 'Search again' })).toBeNull();
});
