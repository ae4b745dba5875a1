import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { newRuleValues } from './rule-values';
import { RuleForm } from './RuleForm';

test('a number can be typed anew, and a refused field is focused', async () => {
  const errors = [{ pointer: '/condition/min_sources', code: 'range', detail: 'Enter a number from 1.' }];
  stubApi({
    'GET /newssources/alerts': () => json({ items: [], channels: { email: true } }),
    'POST /newssources/alerts': () => problem(422, 'invalid', { errors }),
    'POST /newssources/alerts/previews': () => json({ matching: 0, total: 0, examples: [], firings: 0, days: [] }),
    'GET /newssources/webhooks': () => json({ items: [] }),
    'GET /newssources/facets': () => json({ facets: {} }),
  });
  const user = userEvent.setup();
  const initial = { ...newRuleValues({}, [], []), name: 'Many', condition_scope: 'view' as const };
  renderPage(<RuleForm initial={initial} onSaved={() => undefined} />);
  const minimum = await screen.findByLabelText('Minimum number of sources');
  await user.clear(minimum);
  await user.type(minimum, '5');
  expect(minimum).toHaveDisplayValue('5');
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Enter a number from 1.')).toBeVisible();
  await waitFor(() => expect(minimum).toHaveFocus());
});
