import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeIdentity, renderPage } from '@/test/render';
import { Component as SignInPage } from './SignInPage';

const failed = (code: string) => Object.assign(new Error(code), { code });

function open(options: Parameters<typeof renderPage>[1] = {}) {
  const identity = fakeIdentity(null);
  renderPage(<SignInPage />, { path: '/', pattern: '/', identity, ...options });
  return { identity, person: userEvent.setup() };
}

const email = () => screen.getByLabelText('E-mail');
const password = () => screen.getByLabelText('Password');

test('Enter sends what was typed', async () => {
  const { identity, person } = open();
  await waitFor(() => expect(email()).toHaveFocus());
  await person.type(email(), ' editor@example.org ');
  await person.type(password(), 'correct horse{Enter}');
  expect(identity.signInWithPassword).toHaveBeenCalledWith('editor@example.org', 'correct horse');
});

test('password managers find their fields', () => {
  open();
  expect(email()).toHaveAttribute('autocomplete', 'username');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('the first wrong field gets the focus and the words', async () => {
  const { identity, person } = open();
  await person.type(email(), 'nobody');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription(/such as name@example.org/);
  expect(password()).toHaveAccessibleDescription('Please enter your password.');
  expect(identity.signInWithPassword).not.toHaveBeenCalled();
});

test('a wrong password is said above the button, and the password is ready to be typed again', async () => {
  const { identity, person } = open();
  vi.mocked(identity.signInWithPassword).mockRejectedValue(failed('auth/invalid-credential'));
  await person.type(email(), 'editor@example.org');
  await person.type(password(), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/password is not right/);
  await waitFor(() => expect(password()).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});

test('closing the window of Google is no error', async () => {
  const { identity, person } = open();
  vi.mocked(identity.signInWithGoogle).mockRejectedValue(failed('auth/popup-closed-by-user'));
  await person.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/cancelled/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([['auth/user-not-found'], [null]])(
  'a reset answers the same whether the account exists (%s)',
  async (code) => {
    const { identity, person } = open();
    if (code) vi.mocked(identity.sendPasswordReset).mockRejectedValue(failed(code));
    await person.type(email(), 'someone@example.org');
    await person.click(screen.getByRole('button', { name: 'Forgot password?' }));
    expect(email()).toHaveValue('someone@example.org');
    await person.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByRole('status')).toHaveTextContent(/^If someone@example.org belongs to an account/);
  },
);

test('the demo account fills the form, and is there only when configured', async () => {
  const demo = { email: 'demo@example.org', password: 'newsources-demo' };
  const { identity, person } = open({ config: { demo } });
  await person.click(screen.getByRole('button', { name: 'Fill in' }));
  await waitFor(() => expect(password()).toHaveFocus());
  await person.keyboard('{Enter}');
  expect(identity.signInWithPassword).toHaveBeenCalledWith(demo.email, demo.password);
});
