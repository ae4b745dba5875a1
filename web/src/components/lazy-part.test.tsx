import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { lazyPart } from './lazy-part';

function Schedule() {
  return <p>The schedule</p>;
}

test('a part whose file is missing offers a reload, can be tried again, and what was entered is kept', async () => {
  stubApi({});
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<{ default: typeof Schedule }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'));
  load.mockResolvedValue({ default: Schedule });
  const Part = lazyPart(load, { fallback: 'Loading' });
  function Form() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Name" />
        <button onClick={() => setOpen(true)}>Schedule</button>
        {isOpen && <Part />}
      </>
    );
  }
  renderPage(<Form />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Typed');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/could not be loaded.*new version.*still here/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Typed');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The schedule')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Typed');
  expect(logged).toHaveBeenCalled();
});

test('a part of the toolbar that is missing is reported by a notification, and the page stays', async () => {
  stubApi({});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = lazyPart<object>(() => Promise.reject(new TypeError('Importing a module script failed.')), {
    isInToolbar: true,
  });
  renderPage(
    <>
      <p>The page</p>
      <Part />
    </>,
  );
  expect(await screen.findByText('A part of the toolbar is missing')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByText('The page')).toBeVisible();
});
