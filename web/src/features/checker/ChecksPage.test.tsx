import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CheckStatus, Incident } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as ChecksPage } from './ChecksPage';

const running: CheckStatus = { paused: false, due: 12, overdue: 0 };
const incident: Incident = {
  id: '0191d3f0-0000-7000-8000-000000000001',
  scope: 'service',
  failure: 'unreachable',
  checks: 100,
  failed: 90,
  domains: 80,
  started_at: '2026-11-20T12:00:00Z',
  ended_at: '2026-11-20T12:05:00Z',
};

test('an administrator pauses all checks with a reason, and resumes them', async () => {
  const bodies: unknown[] = [];
  const paused: CheckStatus = { ...running, paused: true, pause_reason: 'Network maintenance' };
  stubApi({
    'GET /newssources/checks': () => json(running),
    'POST /newssources/checks/pause': async (request) => {
      bodies.push(await request.json());
      return json(paused);
    },
    'POST /newssources/checks/resume': () => json(running),
  });
  const user = userEvent.setup();
  renderPage(<ChecksPage />, { member: { ...editor, role: 'admin' } });
  await user.click(await screen.findByRole('button', { name: 'Pause all checks' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), ' Network maintenance ');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/paused them: Network maintenance/)).toBeVisible();
  expect(bodies).toEqual([{ reason: 'Network maintenance' }]);
  await user.click(screen.getByRole('button', { name: 'Resume all checks' }));
  expect(await screen.findByText('Running')).toBeVisible();
});

test('the checks are suspended while an incident of the service is open', async () => {
  stubApi({
    'GET /newssources/checks': () => json(running),
    'GET /newssources/incidents': () => json({ items: [{ ...incident, ended_at: undefined }] }),
  });
  renderPage(<ChecksPage />, { member: editor });
  expect(await screen.findByText('Suspended')).toBeVisible();
  expect(screen.queryByText('Running')).toBeNull();
});

test('lists the incidents with their duration, for every member', async () => {
  stubApi({
    'GET /newssources/checks': () => json(running),
    'GET /newssources/incidents': () => json({ items: [incident] }),
  });
  renderPage(<ChecksPage />, { member: editor });
  const list = await screen.findByRole('list', { name: 'Incidents, newest first' });
  expect(list).toHaveTextContent('5 min');
  expect(list).toHaveTextContent('Of the last 100 checks, 90 failed without a response, on 80 sites.');
  await waitFor(() => expect(screen.getByText('12')).toBeVisible());
  expect(screen.queryByRole('button', { name: 'Pause all checks' })).toBeNull();
});
