import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { AlertRule, AlertRuleInput } from '@/api/gen/types.gen';
import { rulesQuery } from '@/entities/alert/alert.queries';
import { ROUTES } from '@/lib/paths';
import { json, problem, stubApi } from '@/test/api';
import { fill } from '@/test/fill';
import { renderRoutes } from '@/test/render';
import { Component as NewRulePage } from './NewRulePage';
import { Component as RulePage } from './RulePage';

const ID = '0191d3f0-0000-7000-8000-000000000001';
const PATH = `/newssources/alerts/${ID}`;
const PUT = `PUT ${PATH}`;
const rule: AlertRule = {
  id: ID,
  version: 3,
  name: 'Broken',
  enabled: true,
  condition: { scope: 'source', states: ['failing'] },
  for_minutes: 30,
  repeat_minutes: 0,
  notify_recovery: true,
  digest: 'none',
  zone: 'UTC',
  emails: ['desk@example.org'],
  webhooks: [],
  firing: 0,
  created_at: '2025-11-17T09:12:00Z',
  updated_at: '2025-11-17T09:12:00Z',
};

beforeEach(() => sessionStorage.clear());

/**
 * Opens the page of a rule whose saved state is `saved`. The service accepts changes of this
 * version only.
 */
async function open(handlers: Parameters<typeof stubApi>[0] = {}, saved = { rule }) {
  const sent = stubApi({
    'GET /newssources/alerts': () => json({ items: [saved.rule], channels: { email: true } }),
    'GET /newssources/alerts/deliveries': () => json({ items: [] }),
    'POST /newssources/alerts/previews': () => json({ matching: 0, total: 0, examples: [], firings: 0, days: [] }),
    'GET /newssources/webhooks': () => json({ items: [] }),
    [`GET ${PATH}`]: () => json(saved.rule),
    [`GET ${PATH}/firing`]: () => json({ items: [], total: 0 }),
    [`GET ${PATH}/history`]: () => json({ items: [] }),
    [PUT]: async (request) => {
      if (request.headers.get('If-Match') !== `"${saved.rule.version}"`) return problem(412, 'stale_version');
      const input = (await request.json()) as AlertRuleInput;
      saved.rule = { ...saved.rule, muted_until: undefined, ...input, version: saved.rule.version + 1 } as AlertRule;
      return json(saved.rule);
    },
    ...handlers,
  });
  const page = renderRoutes(
    [
      { path: ROUTES.newAlertRule, element: <NewRulePage /> },
      { path: ROUTES.alertRule, element: <RulePage /> },
      { path: ROUTES.alerts, element: <h1>All rules</h1> },
    ],
    { path: PATH },
  );
  const user = userEvent.setup();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  return { ...page, sent, user, name, save: () => user.click(screen.getByRole('button', { name: 'Save changes' })) };
}

/** Returns the changes that were sent, with the versions that they are based on. */
async function changesOf(sent: Request[]): Promise<[string | null, AlertRuleInput][]> {
  const puts = sent.filter(({ method }) => method === 'PUT');
  return Promise.all(
    puts.map(async (put) => [put.headers.get('If-Match'), (await put.clone().json()) as AlertRuleInput]),
  );
}

async function mute(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  await user.click(await screen.findByRole('menuitem', { name: 'For 8 hours' }));
  await screen.findByText('The rule is muted.');
}

test('a rule is muted until a time', async () => {
  const { sent, user } = await open();
  const start = Date.now();
  await mute(user);
  const [[version, input]] = (await changesOf(sent)) as [[string, AlertRuleInput]];
  expect(version).toBe('"3"');
  const hours = (Date.parse(input.muted_until!) - start) / 3_600_000;
  expect(hours).toBeGreaterThan(7.9);
  expect(hours).toBeLessThan(8.1);
});

test('edits are saved after the rule was muted on the same page, and it stays muted', async () => {
  const { sent, user, name, save } = await open();
  await fill(user, name, 'Mine');
  await mute(user);
  await save();
  expect(await screen.findByText('The rule is saved.')).toBeVisible();
  const changes = await changesOf(sent);
  const [, mutes] = changes[0]!;
  expect(changes.at(-1)).toMatchObject(['"4"', { name: 'Mine', muted_until: mutes.muted_until }]);
});

test('a save updates the list of rules', async () => {
  const { queryClient, user, name, save } = await open();
  await queryClient.prefetchQuery(rulesQuery());
  await fill(user, name, 'Renamed');
  await save();
  await waitFor(() => expect(queryClient.getQueryData(rulesQuery().queryKey)?.items[0]?.name).toBe('Renamed'));
});

test('a newer version is not overwritten: the member chooses between both values', async () => {
  const saved = { rule };
  const { queryClient, sent, user, name, save } = await open({}, saved);
  await fill(user, name, 'Mine');
  saved.rule = { ...rule, version: 7, name: 'Theirs', emails: [], updated_by: 'Ben' };
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText(/both versions are compared/)).toBeVisible();
  expect(name).toHaveValue('Mine');
  await save();
  const conflict = within(await screen.findByRole('region', { name: 'Ben saved changes while you were editing' }));
  expect(conflict.getByText('E-mail addresses: desk@example.org → empty')).toBeVisible();
  expect(conflict.getByRole('radio', { name: 'Yours Mine' })).toBeChecked();
  await user.click(conflict.getByRole('radio', { name: 'From Ben Theirs' }));
  await user.click(conflict.getByRole('radio', { name: 'Yours Mine' }));
  await user.click(screen.getByRole('button', { name: 'Save my choice' }));
  expect(await screen.findByText('The rule is saved.')).toBeVisible();
  expect((await changesOf(sent)).map(([version, { name, emails }]) => [version, name, emails])).toEqual([
    ['"3"', 'Mine', ['desk@example.org']],
    ['"7"', 'Mine', []],
  ]);
});

test('an error of a field that is not shown is shown below the form', async () => {
  const errors = [
    { pointer: '/name', code: 'length', detail: 'Enter a name of 1 to 100 characters.' },
    { pointer: '/digest_at', code: 'quiet', detail: 'The digest would be sent in the quiet hours.' },
  ];
  const { name, save } = await open({ [PUT]: () => problem(422, 'invalid', { errors }) });
  await save();
  expect(await screen.findByText('Enter a name of 1 to 100 characters.')).toBeVisible();
  expect(name).toHaveFocus();
  expect(screen.getByText('Time: The digest would be sent in the quiet hours.')).toBeVisible();
});

test('leaving the page asks before a changed rule is lost', async () => {
  const { router, user, name } = await open();
  await fill(user, name, 'Mine');
  await user.click(screen.getByRole('link', { name: 'Alerts' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(name).toHaveValue('Mine');
  expect(router.state.location.pathname).toBe(PATH);
});

test('a new rule is kept as a draft when the page is left', async () => {
  const { router, user } = await open();
  await router.navigate('/newssources/alerts/new');
  await screen.findByRole('heading', { name: 'Create an alert rule' });
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Half a rule');
  await user.click(screen.getByRole('link', { name: 'Alerts' }));
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
  expect(sessionStorage.getItem('newssources:draft:rule:new')).toContain('Half a rule');
});
