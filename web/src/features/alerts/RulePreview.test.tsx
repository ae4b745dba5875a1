import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json, problem, stubApi } from '@/test/api';
import { renderPage, renderRoutes } from '@/test/render';
import { newRuleValues } from './rule-values';
import { Component as RulePage } from './RulePage';
import { RulePreview } from './RulePreview';

const preview = { matching: 2, total: 10, examples: [], firings: 0, is_complete: true, days: [] };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('the preview of a rule renders only when something has changed', async () => {
  const sent = stubApi({ 'POST /newssources/alerts/previews': () => json(preview) });
  const onRender = vi.fn();
  renderPage(
    <Profiler id="preview" onRender={onRender}>
      <RulePreview values={newRuleValues({}, ['failing'])} />
    </Profiler>,
  );
  await screen.findByText(/2 of 10 checked sources match now/);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  onRender.mockClear();
  // In steps, because React renders at the end of each act.
  for (let step = 0; step < 10; step++) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(onRender.mock.calls.length).toBeLessThanOrEqual(1); // the common clock
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an unknown alert rule has a page that says so', async () => {
  const id = '0191d3f0-0000-7000-8000-000000000009';
  stubApi({ [`GET /newssources/alerts/${id}`]: () => problem(404, 'not_found') });
  renderRoutes([{ path: '/newssources/alerts/:id', element: <RulePage /> }], { path: `/newssources/alerts/${id}` });
  expect(await screen.findByRole('heading', { name: 'Alert rule not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all alert rules' })).toHaveAttribute('href', '/newssources/alerts');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
