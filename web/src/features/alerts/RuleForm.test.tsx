import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { newRuleValues, type RuleValues } from './rule-values';
import { RuleForm } from './RuleForm';

const refused = new ApiProblem(422, {
  errors: [{ pointer: '/condition/min_sources', code: 'range', detail: 'Enter a number from 1.' }],
});

function Form() {
  const [values, setValues] = useState<RuleValues>({ ...newRuleValues({}, [], []), name: 'Many', scope: 'view' });
  const [error, setError] = useState<unknown>(null);
  return (
    <RuleForm
      values={values}
      onChange={(change) => setValues((before) => ({ ...before, ...change }))}
      onSubmit={() => setError(refused)}
      error={error}
      isSaving={false}
      isNew
    />
  );
}

test('a number can be typed anew, and a refused field is focused', async () => {
  stubApi({
    'GET /newssources/alerts': () => json({ items: [], channels: { email: true } }),
    'GET /newssources/webhooks': () => json({ items: [] }),
    'GET /newssources/facets': () => json({ facets: {} }),
  });
  const user = userEvent.setup();
  renderPage(<Form />);
  const minimum = await screen.findByLabelText('Minimum number of sources');
  await user.clear(minimum);
  await user.type(minimum, '5');
  expect(minimum).toHaveDisplayValue('5');
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Enter a number from 1.')).toBeVisible();
  await waitFor(() => expect(minimum).toHaveFocus());
});
