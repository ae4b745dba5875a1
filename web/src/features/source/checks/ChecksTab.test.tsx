import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CheckAttempt, CheckEvidence, Endpoint, EndpointHealth, SourceHealth } from '@/api/gen/types.gen';
import { json } from '@/test/api';
import { anEndpoint, anEvent, aSource } from '@/test/source';
import { openSourcePage } from '../test-page';
import { resultOf } from './AttemptEntry';

const source = aSource();
const [endpoint] = source.endpoints as [Endpoint];
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const failing: EndpointHealth = {
  endpoint_id: endpoint.id,
  is_checked: true,
  state: 'failing',
  cause: 'not_found',
  since: ago(180),
  reason: 'There is no page at this address (404).',
  detail: 'The site answered 404 Not Found.',
  outlook: 'The checks continue less often.',
  remedy: 'Open the homepage and look for a new address of the feed.',
  checks: 9,
  failed_checks: 4,
  last_check_at: ago(1),
  next_check: {
    at: new Date(now + 14 * 60_000).toISOString(),
    reasons: [
      { code: 'adaptive', text: 'the usual interval is 15 min' },
      { code: 'failing', text: 'it failed repeatedly, so the interval is 1 h' },
    ],
  },
};

/** The same endpoint during an incident. */
const unknown: EndpointHealth = {
  ...failing,
  state: 'unknown',
  cause: undefined,
  reason: undefined,
  remedy: undefined,
  since: ago(5),
  outlook: 'The earlier state returns when the network of the checker works again.',
  last_known: { state: failing.state, cause: failing.cause, since: failing.since, reason: failing.reason },
};

const attempt: CheckAttempt = {
  started_at: ago(1),
  requested: false,
  outcome: 'not_found',
  outcome_text: 'Page not found',
  cause: 'not_found',
  detail: 'The site answered 404 Not Found.',
  state: 'failing',
  status: 404,
  duration_ms: 143,
  phases: { queue_ms: 0, dns_ms: 3, connect_ms: 5, tls_ms: 11, first_byte_ms: 120, body_ms: 2 },
  redirects: [{ url: 'https://elejemplo.es/feed', status: 301, location: 'https://elejemplo.es/old' }],
  wire_bytes: 500,
  bytes: 900,
  items: 0,
  items_new: 0,
};

const evidence: CheckEvidence = {
  checked_at: attempt.started_at,
  outcome: attempt.outcome,
  outcome_text: attempt.outcome_text,
  cause: attempt.cause,
  status: 404,
  protocol: 'HTTP/2.0',
  remote: '203.0.113.9',
  final_url: 'https://elejemplo.es/old',
  duration_ms: attempt.duration_ms,
  phases: attempt.phases,
  redirects: attempt.redirects,
  headers: [{ name: 'Server', value: 'nginx' }],
  headers_omitted: 0,
  body_start: '<h1>Not here</h1><script>alert(1)</script>',
  wire_bytes: 500,
  bytes: 900,
};

function stub(health: EndpointHealth = failing, attempts: CheckAttempt[] = [attempt]) {
  const { state, cause, since, reason } = health;
  const summary: SourceHealth = health.is_checked
    ? { state, cause, since, reason, next_check_at: health.next_check?.at, endpoints: [health] }
    : { endpoints: [health] };
  return {
    [`GET /newssources/${source.id}/health`]: () => json(summary),
    [`GET /newssources/endpoints/${endpoint.id}/attempts`]: () => json({ items: attempts }),
    [`GET /newssources/endpoints/${endpoint.id}/evidence`]: () => json({ failure: evidence }),
  };
}

test('names the program that reported a check', async () => {
  const reported = { ...attempt, reported_by: { token_id: source.id, token: 'scraper', owner: 'Ana Ruiz' } };
  await openSourcePage({ source, tab: '/checks', handlers: stub(failing, [reported]) });
  expect(await screen.findByText('reported by scraper of Ana Ruiz')).toBeVisible();
});

describe('health of an endpoint', () => {
  test('shows the cause, what happens next, what to do, and the next check with its reason', async () => {
    await openSourcePage({ source, tab: '/checks', handlers: stub() });
    const panel = within(await screen.findByRole('region', { name: 'Health' }));
    expect(panel.getByText('Failing')).toBeVisible();
    expect(panel.getByText('The site answered 404 Not Found.')).toBeVisible();
    expect(panel.getByText('The checks continue less often.')).toBeVisible();
    expect(panel.getByText(/look for a new address of the feed/)).toBeVisible();
    expect(panel.getByText(/^Next check/)).toHaveTextContent(
      'Next check in 14 min, because it failed repeatedly, so the interval is 1 h.',
    );
  });

  test('an endpoint of a paused source has no next check', async () => {
    const paused = { ...failing, is_checked: false, next_check: undefined };
    await openSourcePage({ source: { ...source, lifecycle: 'paused' }, tab: '/checks', handlers: stub(paused) });
    expect(await screen.findByText(/It is not checked, because the source is paused/)).toBeVisible();
    expect(screen.queryByText(/Next check/)).toBeNull();
  });

  test('the page of the source names the state, and links to the checks', async () => {
    await openSourcePage({ source, handlers: stub() });
    const link = await screen.findByRole('link', { name: 'Show the checks' });
    expect(link).toHaveAttribute('href', `/newssources/${source.id}/checks?endpoint=${endpoint.id}`);
    expect(within(screen.getByRole('table', { name: 'Endpoints' })).getByText('Failing')).toBeVisible();
  });

  test('without a choice, the checks of the broken endpoint are shown', async () => {
    const working = { ...endpoint, id: '0191d3f0-0000-7000-8000-0000000000aa', name: 'Works' };
    const two = aSource({ endpoints: [working, { ...endpoint, name: 'Broken' }] });
    const { state, cause, since, reason } = failing;
    const ok: EndpointHealth = { endpoint_id: working.id, is_checked: true, state: 'ok', checks: 3, failed_checks: 0 };
    const handlers = {
      ...stub(),
      [`GET /newssources/${two.id}/health`]: () => json({ state, cause, since, reason, endpoints: [ok, failing] }),
    };
    await openSourcePage({ source: two, tab: '/checks', handlers });
    expect(await screen.findByRole('combobox', { name: 'Endpoint' })).toHaveValue(endpoint.id);
  });

  test('during an incident, the last known health is shown in words', async () => {
    const working = { ...endpoint, id: '0191d3f0-0000-7000-8000-0000000000aa', name: 'Works' };
    const two = aSource({ endpoints: [working, { ...endpoint, name: 'Broken' }] });
    const { state, since, last_known } = unknown;
    const ok: EndpointHealth = { ...unknown, endpoint_id: working.id, last_known: { state: 'ok' } };
    const handlers = {
      ...stub(),
      [`GET /newssources/${two.id}/health`]: () => json({ state, since, last_known, endpoints: [ok, unknown] }),
    };
    await openSourcePage({ source: two, handlers });
    const text = /^Last known: failing since .+\. There is no page at this address \(404\)\.$/;
    expect(await screen.findByText(text)).toBeVisible();
    const endpoints = within(screen.getByRole('table', { name: 'Endpoints' }));
    expect(endpoints.getAllByText('Unknown')).toHaveLength(2);
    expect(endpoints.getByTitle('Last known: working.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Show the checks' }));
    const panel = within(await screen.findByRole('region', { name: 'Health' }));
    expect(panel.getByText('Unknown')).toBeVisible();
    expect(panel.getByText(text)).toBeVisible();
    expect(panel.getByText(/returns when the network of the checker works again/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Endpoint' })).toHaveValue(endpoint.id);
  });

  test('a check opens to its phases and redirects', async () => {
    await openSourcePage({ source, tab: '/checks', handlers: stub() });
    const entry = within(await screen.findByRole('list', { name: 'Checks, newest first' }));
    expect(entry.queryByText('First byte')).toBeNull();
    await userEvent.click(entry.getByText('Page not found'));
    expect(await entry.findByText('First byte')).toBeVisible();
    expect(entry.getByText('https://elejemplo.es/old')).toBeVisible();
    await userEvent.click(await entry.findByText('Headers'));
    expect(entry.getByText('nginx')).toBeVisible();
    expect(entry.getByText(evidence.body_start)).toBeVisible();
  });

  test('a check whose response is not stored opens without headers', async () => {
    const handlers = stub(failing, [{ ...attempt, started_at: ago(90) }]);
    await openSourcePage({ source, tab: '/checks', handlers });
    const entry = within(await screen.findByRole('list', { name: 'Checks, newest first' }));
    await userEvent.click(entry.getByText('Page not found'));
    expect(await entry.findByText('First byte')).toBeVisible();
    expect(entry.queryByText('Headers')).toBeNull();
  });

  test('the response to the last failure is shown as text', async () => {
    await openSourcePage({ source, tab: '/checks', handlers: stub() });
    const panel = within(await screen.findByRole('region', { name: 'Stored responses' }));
    await userEvent.click(panel.getByText('Last failure'));
    expect(await panel.findByText(evidence.body_start)).toBeVisible();
    expect(panel.getByText(/from 203\.0\.113\.9/)).toBeVisible();
  });
});

test('the checks are filtered by their result, which is kept in the address with the endpoint', async () => {
  const other = anEndpoint({
    id: '0191d3f0-0000-7000-8000-0000000000e9',
    name: 'Deportes',
    url: 'https://elejemplo.es/d',
  });
  const asked: string[] = [];
  const { router } = await openSourcePage({
    source: { ...source, endpoints: [endpoint, other] },
    tab: '/checks',
    handlers: {
      ...stub(),
      [`GET /newssources/endpoints/${endpoint.id}/attempts`]: (request) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.get('result') ?? '');
        const isOlder = searchParams.has('cursor');
        if (searchParams.get('result') === 'failed')
          return json(isOlder ? { items: [attempt] } : { items: [], next_cursor: 'older' });
        return json({ items: [{ ...attempt, cause: undefined, outcome: 'ok', items: 20 }] });
      },
      [`GET /newssources/endpoints/${other.id}/attempts`]: (request) =>
        json({ items: [], next_cursor: undefined, result: new URL(request.url).searchParams.get('result') }),
      [`GET /newssources/endpoints/${other.id}/evidence`]: () => json({}),
    },
  });
  const filter = await screen.findByRole('combobox', { name: 'Checks to show' });
  expect(screen.getByText('20 items, none new')).toBeVisible();
  await userEvent.selectOptions(filter, 'Failed');
  expect(
    await screen.findByText('None of the newest checks has this result. Show older checks to search further.'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(
    within(await screen.findByRole('list', { name: 'Checks, newest first' })).getByText('Page not found'),
  ).toBeVisible();
  expect(asked).toEqual(['', 'failed', 'failed']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Endpoint' }), other.id);
  expect(await screen.findByText('No check of this endpoint has failed in the last 90 days.')).toBeVisible();
  expect(router.state.location.search).toBe(`?result=failed&endpoint=${other.id}`);
});

test.each([
  [{ outcome: 'ok', cause: undefined, items: 20, items_new: 0 }, '20 items, none new', 'ok'],
  [{ outcome: 'ok', cause: undefined, items: 1, items_new: 1 }, '1 item, 1 new', 'ok'],
  [{ outcome: 'not_modified', cause: undefined }, 'Not modified since the last check', 'ok'],
  [{ outcome: 'unchanged', cause: undefined }, 'Same document as at the last check', 'ok'],
  [{ outcome: 'ok', cause: 'empty' as const, outcome_text: 'No items any more' }, 'No items any more', 'bad'],
])('the result of a check %j', (changes, text, tone) => {
  expect(resultOf({ ...attempt, ...changes })).toEqual({ text, tone });
});

test('an endpoint that a colleague deletes is told when it happens, with who and when', async () => {
  let isDeleted = false;
  const event = anEvent({
    action: 'endpoint.deleted',
    actor: { ...anEvent().actor, name: 'Ben Editor' },
    target: { type: 'endpoint', id: endpoint.id, name: 'Portada' },
  });
  const other = anEndpoint({
    id: '0191d3f0-0000-7000-8000-0000000000e9',
    name: 'Deportes',
    url: 'https://elejemplo.es/d',
  });
  const { queryClient } = await openSourcePage({
    source,
    tab: '/checks',
    handlers: {
      ...stub(),
      [`GET /newssources/${source.id}`]: () => json({ ...source, endpoints: isDeleted ? [other] : [endpoint, other] }),
      [`GET /newssources/endpoints/${other.id}/attempts`]: () => json({ items: [] }),
      [`GET /newssources/endpoints/${other.id}/evidence`]: () => json({}),
      'GET /newssources/history': () => json({ items: [event] }),
    },
  });
  expect(await screen.findByRole('region', { name: 'Health' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Endpoint settings' })).toHaveAttribute(
    'href',
    `/newssources/${source.id}?edit=${endpoint.id}`,
  );
  isDeleted = true;
  await queryClient.invalidateQueries({ queryKey: ['source', source.id] });
  expect(await screen.findByText(/Ben Editor deleted the endpoint that was shown here/)).toHaveTextContent(
    'Another endpoint of the source is shown instead.',
  );
});
