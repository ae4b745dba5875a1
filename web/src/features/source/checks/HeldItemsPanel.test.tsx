import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Endpoint, EndpointHealth, HeldItems, SourceHealth } from '@/api/gen/types.gen';
import { editor, json, problem } from '@/test/api';
import { aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';

const source = aSource();
const [endpoint] = source.endpoints as [Endpoint];
const path = `/newssources/${source.id}/endpoints/${endpoint.id}/held-items`;

const working: EndpointHealth = {
  endpoint_id: endpoint.id,
  is_checked: true,
  state: 'ok',
  checks: 9,
  failed_checks: 0,
};
const suspect: EndpointHealth = {
  ...working,
  state: 'suspect',
  cause: 'identity_storm',
  reason: 'Known articles appear with new identities.',
  held_items: 46,
};

const held: HeldItems = {
  version: '0191d3f0-0000-7000-8000-00000000000a',
  since: new Date().toISOString(),
  count: 46,
  document_items: 50,
  cause: 'identity_storm',
  sample: [
    {
      identity: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      former_identity: 'bbbbbbbbbbbbbbbb',
      guid: 'reissue-1',
      title: 'First article',
      url: 'https://elejemplo.es/1',
    },
    {
      identity: 'cccccccccccccccccccccccccccccccc',
      former_identity: 'dddddddddddddddd',
      title: 'Script',
      url: 'javascript:alert(1)',
    },
  ],
};

/** Handlers of an endpoint that is suspect until a decision, which `decide` answers. */
function stub(decide: () => Response, get = () => json({ held })) {
  let isDecided = false;
  const health = (): SourceHealth => ({ state: 'suspect', endpoints: [isDecided ? working : suspect] });
  return {
    [`GET /newssources/${source.id}/health`]: () => json(health()),
    [`GET /newssources/endpoints/${endpoint.id}/attempts`]: () => json({ items: [] }),
    [`GET /newssources/endpoints/${endpoint.id}/evidence`]: () => json({}),
    [`GET ${path}`]: get,
    [`POST ${path}/decisions`]: () => {
      const response = decide();
      isDecided = response.ok || response.status === 409;
      return response;
    },
  };
}

test('shows what happened, a sample and what each decision does', async () => {
  const handlers = stub(() => json({}));
  await openSourcePage({ source, tab: '/checks', handlers });
  const panel = within(await screen.findByRole('region', { name: 'Held items' }));
  expect(await panel.findByText('46 of 50 items in the feed are known articles with new IDs')).toBeVisible();
  const sample = within(panel.getByRole('list', { name: '2 of the 46 held items' }));
  expect(sample.getByRole('link', { name: 'First article' })).toHaveAttribute('href', 'https://elejemplo.es/1');
  expect(sample.queryByRole('link', { name: 'Script' })).toBeNull();
  expect(sample.getByText('new ID: reissue-1')).toBeVisible();
  expect(sample.queryByText(/aaaaaaaaaa|bbbbbbbbbb/)).toBeNull();
  expect(panel.getByRole('button', { name: 'Store as new items' })).toHaveAccessibleDescription(/Stores the 46 items/);
  expect(panel.getByRole('button', { name: 'Discard as duplicates' })).toHaveAccessibleDescription(/stores nothing/);
});

test.each([
  ['Store as new items', 'release', '46 items were stored as new.'],
  ['Discard as duplicates', 'discard', '46 items were discarded. Their new IDs are known from now on.'],
] as const)('%s', async (name, decision, message) => {
  const handlers = stub(() => json({ decision, count: 46, state: 'ok' }));
  const { sent } = await openSourcePage({ source, tab: '/checks', handlers });
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Held items' })).toBeNull());
  const [change] = await readChanges(sent);
  expect(change?.body).toEqual({ decision, version: held.version });
});

test('a decision about outdated items is refused and shows the current ones', async () => {
  const detail = 'Nothing was changed: the held items are not the ones that you saw.';
  let count = 46;
  const handlers = stub(
    () => {
      count = 48;
      return problem(412, 'stale_version', { detail });
    },
    () => json({ held: { ...held, count } }),
  );
  await openSourcePage({ source, tab: '/checks', handlers });
  await userEvent.click(await screen.findByRole('button', { name: 'Store as new items' }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(await screen.findByText(/^48 of 50 items in the feed/)).toBeVisible();
});

test('a decision that another member has made removes the panel', async () => {
  const detail = 'Nothing was changed: Ada Editor stored the held items of this endpoint as new 2 min ago.';
  const handlers = stub(() => problem(409, 'nothing_held', { detail }));
  await openSourcePage({ source, tab: '/checks', handlers });
  await userEvent.click(await screen.findByRole('button', { name: 'Discard as duplicates' }));
  expect(await screen.findByText(detail)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Held items' })).toBeNull());
});

test('a viewer sees the items and no buttons', async () => {
  const handlers = stub(() => json({}));
  const member = { ...editor, role: 'viewer' as const, can_write: false };
  await openSourcePage({ source, tab: '/checks', handlers, member });
  expect(await screen.findByText('Editors and administrators can store or discard these items.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Store|Discard/ })).toBeNull();
});

test('an error can be retried, and items that are no longer held are not shown', async () => {
  let attempts = 0;
  const handlers = stub(
    () => json({}),
    () => (attempts++ < 2 ? problem(403, 'role_too_low') : json({})), // the panel repeats the request when it appears
  );
  await openSourcePage({ source, tab: '/checks', handlers });
  expect(await screen.findByRole('heading', { name: 'The held items could not be loaded' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Held items' })).toBeNull());
});

const otherOutlet: HeldItems = {
  ...held,
  cause: 'other_outlet',
  outlet: {
    before: { name: 'Marber Gazette', domains: ['marber.test'], authors: [], titles: ['Council approves the budget'] },
    after: { name: 'LUNKET Hub', domains: ['marber.test'], authors: [], titles: ['Situs Slot Gacor'] },
    signals: [{ name: 'language', before: 'eng', after: 'ind', points: 4.5 }],
  },
};

test.each([
  ['identity_storm', held],
  ['other_outlet', otherOutlet],
] as const)('of an archived source: %s', async (cause, shown) => {
  const archived = aSource({ lifecycle: 'archived' });
  const handlers = {
    ...stub(
      () => json({}),
      () => json({ held: shown }),
    ),
    [`GET /newssources/${source.id}/health`]: () =>
      json({
        state: 'suspect',
        endpoints: [{ ...suspect, is_checked: false, cause, remedy: 'Archive the source.' }],
      }),
  };
  await openSourcePage({ source: archived, tab: '/checks', handlers });
  const panel = within(await screen.findByRole('region', { name: 'Held items' }));
  expect(await panel.findByText(/held, and none is stored while the source is archived/)).toBeVisible();
  expect(panel.queryByRole('button')).toBeNull();
  expect(panel.queryByRole('link', { name: /^Replace/ })).toBeNull();
  expect(screen.queryByText(/The checks continue/)).toBeNull();
  expect(screen.queryByText('What you can do:')).toBeNull();
});

test('of a paused source, the checks do not continue', async () => {
  const handlers = stub(
    () => json({}),
    () => json({ held: otherOutlet }),
  );
  await openSourcePage({ source: aSource({ lifecycle: 'paused' }), tab: '/checks', handlers });
  const text =
    '46 items are held until an editor or an administrator decides. The endpoint is not checked, because the source is paused.';
  expect(await screen.findByText(text)).toBeVisible();
});

test('shows another outlet before and after, and confirms that it is the same', async () => {
  const handlers = stub(
    () => json({ decision: 'release', count: 46, state: 'ok' }),
    () => json({ held: otherOutlet }),
  );
  const { sent } = await openSourcePage({ source, tab: '/checks', handlers });
  const panel = within(await screen.findByRole('region', { name: 'Held items' }));
  expect(await panel.findByRole('row', { name: 'Name Marber Gazette LUNKET Hub' })).toBeVisible();
  expect(panel.getByRole('row', { name: 'Language of the titles English Indonesian' })).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Discard as duplicates' })).toBeNull();
  expect(panel.getByRole('link', { name: 'Replace the address' })).toHaveAttribute(
    'href',
    `/newssources/${source.id}?edit=${endpoint.id}`,
  );
  await userEvent.click(panel.getByRole('button', { name: 'It is the same outlet' }));
  expect(await screen.findByText('46 items were stored as new.')).toBeVisible();
  const [change] = await readChanges(sent);
  expect(change?.body).toEqual({ decision: 'release', version: held.version });
});
