import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeIdentity, renderPage } from '@/test/render';
import { Component as SignInPage } from './SignInPage';

const failed = (code: string) => Object.assign(new Error(code), { code });

function open(options: Parameters<typeof renderPage>[1] = {}) {
  const identity = fakeIdentity(null);
  renderPage(<SignInPage />, { path: '/', pattern: '/', identity, ...options });
  return { identity, user: userEvent.setup() };
}

const email = () => screen.getByLabelText('E-mail');
const password = () => screen.getByLabelText('Password');

test('Enter submits the form', async () => {
  const { identity, user } = open();
  await waitFor(() => expect(email()).toHaveFocus());
  await user.type(email(), ' editor@example.org ');
  await user.type(password(), 'my password{Enter}');
  expect(identity.signInWithPassword).toHaveBeenCalledWith('editor@example.org', 'my password');
});

test('the fields have autocomplete values for password managers', () => {
  open();
  expect(email()).toHaveAttribute('autocomplete', 'username');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('the first invalid field gets the focus, and each invalid field shows its message', async () => {
  const { identity, user } = open();
  await user.type(email(), 'not-an-address');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription(/such as name@example.org/);
  expect(password()).toHaveAccessibleDescription('Please enter your password.');
  expect(identity.signInWithPassword).not.toHaveBeenCalled();
});

test('a wrong password shows an alert and focuses the password field', async () => {
  const { identity, user } = open();
  vi.mocked(identity.signInWithPassword).mockRejectedValue(failed('auth/invalid-credential'));
  await user.type(email(), 'editor@example.org');
  await user.type(password(), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/password is wrong/);
  await waitFor(() => expect(password()).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});

test('closing the Google window is not an error', async () => {
  const { identity, user } = open();
  vi.mocked(identity.signInWithGoogle).mockRejectedValue(failed('auth/popup-closed-by-user'));
  await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(await screen.findByRole('status')).toHaveTextContent(/cancelled/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([['auth/user-not-found'], [null]])(
  'a password reset shows the same message for any account (error %s)',
  async (code) => {
    const { identity, user } = open();
    if (code) vi.mocked(identity.sendPasswordReset).mockRejectedValue(failed(code));
    await user.type(email(), 'someone@example.org');
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    expect(email()).toHaveValue('someone@example.org');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByRole('status')).toHaveTextContent(
      /^If an account with the address someone@example.org exists/,
    );
  },
);

test('the configured demo account fills in the form', async () => {
  const demo = { email: 'demo@example.org', password: 'newsources-demo' };
  const { identity, user } = open({ config: { demo } });
  await user.click(screen.getByRole('button', { name: 'Fill in form' }));
  await waitFor(() => expect(password()).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(identity.signInWithPassword).toHaveBeenCalledWith(demo.email, demo.password);
});
