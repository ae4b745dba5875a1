import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Endpoint, EndpointSchedule } from '@/api/gen/types.gen';
import { describeSchedule } from '@/components/form/schedule-words';
import { formatExactTime } from '@/lib/relative-time';
import { json, problem, stubApi } from '@/test/api';
import { fill } from '@/test/fill';
import { renderPage } from '@/test/render';
import { anEndpoint, aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';
import { SchedulePreview } from './SchedulePreview';

const endpointPath = `/newssources/${aSource().id}/endpoints/${anEndpoint().id}`;
const previewPath = 'POST /newssources/endpoints/schedule-preview';
const aPreview = {
  checks: [{ at: '2026-11-22T17:00:00Z', reason: { code: 'fixed', text: 'it is checked every 30 min' } }],
  per_day: 48,
  domain: 'elmundo.es',
  domain_per_day: 130.4,
  domain_endpoints: 3,
};

async function openForm(endpoint: Partial<Endpoint>, preview = () => json(aPreview)) {
  const user = userEvent.setup();
  const saved = anEndpoint(endpoint);
  const page = await openSourcePage({
    source: aSource({ endpoints: [saved] }),
    handlers: { [`PATCH ${endpointPath}`]: () => json(saved), [previewPath]: preview },
  });
  await user.click(screen.getByRole('button', { name: 'Actions for Portada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit the endpoint' });
  return { ...page, user };
}

test.each<[EndpointSchedule, string]>([
  [{ mode: 'fixed', every_seconds: 1800 }, 'every 30 min'],
  [
    { mode: 'fixed', every_seconds: 5400, zone: 'Europe/Madrid', window: { from: '08:00', to: '20:00' } },
    'every 1 h 30 min, 08:00–20:00 Europe/Madrid',
  ],
  [{ mode: 'cron', cron: '0 6 * * *' }, 'cron 0 6 * * * UTC'],
  [
    { mode: 'adaptive', zone: 'UTC', window: { days: ['mon', 'fri'], from: '22:00', to: '02:00' } },
    'adaptive, Mon Fri 22:00–02:00 UTC',
  ],
])('%j is described', (schedule, words) => {
  expect(describeSchedule(schedule)).toBe(words);
});

test('a preview without the requests of the domain shows those of the endpoint', async () => {
  const { checks, per_day, domain } = aPreview;
  stubApi({ [previewPath]: () => json({ checks, per_day, domain }) });
  renderPage(<SchedulePreview value="" request={{ endpoint_id: anEndpoint().id }} />);
  expect(
    await screen.findByText(
      'About 48 requests a day by this endpoint. elmundo.es has too many endpoints to count their requests.',
    ),
  ).toBeVisible();
});

test('all next checks are listed with their weekdays and reasons on request', async () => {
  const checks = Array.from({ length: 10 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 10, 22, 17 + hour)).toISOString(),
    reason:
      hour < 9 ? { code: 'fixed', text: 'it is checked every 1 h' } : { code: 'window', text: 'the window opens' },
  }));
  stubApi({ [previewPath]: () => json({ ...aPreview, checks }) });
  const user = userEvent.setup();
  renderPage(<SchedulePreview value="" request={{ endpoint_id: anEndpoint().id }} />);
  const summary = await screen.findByText('Show all 10 with reasons');
  const list = screen.getByRole('list', { name: 'Next checks', hidden: true });
  expect(list).not.toBeVisible();
  expect(screen.getByRole('status')).not.toContainElement(list);
  await user.click(summary);
  expect(list).toBeVisible();
  const rows = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rows).toHaveLength(10);
  expect(rows[0]).toBe(`${formatExactTime(new Date(checks[0]!.at))} because it is checked every 1 h`);
  expect(rows[0]).toMatch(/^(Sun|Mon), /);
  expect(rows[9]).toMatch(/because the window opens$/);
});

test('an interval is previewed and saved', async () => {
  const { user, sent } = await openForm({});
  await user.click(screen.getByText('Schedule'));
  await user.click(await screen.findByRole('combobox', { name: 'Interval' }));
  await user.click(await screen.findByRole('option', { name: 'Every …' }));
  await fill(user, screen.getByRole('textbox', { name: 'Minutes between two checks' }), '30');
  expect(await screen.findByText(/About 130 requests a day on elmundo.es, 48 of them by this endpoint/)).toBeVisible();
  await waitFor(async () => {
    const bodies = (await readChanges(sent)).map(({ body }) => body as { schedule?: EndpointSchedule });
    expect(bodies.at(-1)?.schedule).toEqual({ mode: 'fixed', every_seconds: 1800 });
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await readChanges(sent)).at(-1)?.body).toEqual({ schedule: { mode: 'fixed', every_seconds: 1800 } }),
  );
});

test('a saved schedule is shown in words, and an invalid one is explained', async () => {
  const invalid = () =>
    problem(422, 'invalid', {
      errors: [
        { pointer: '/schedule/every_seconds', code: 'range', detail: 'Enter an interval between 15 min and 7 days.' },
      ],
    });
  await openForm({ schedule: { mode: 'fixed', every_seconds: 60 } }, invalid);
  expect(screen.getByText('every 1 min')).toBeVisible();
  expect(await screen.findByText('Enter an interval between 15 min and 7 days.')).toBeVisible();
});
