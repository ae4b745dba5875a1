import { getByRole, getByText } from '@testing-library/react';
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { ConfigError } from '@/lib/config';
import { showStartupFailure } from './startup-failure';

let root: HTMLElement;
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  root = document.createElement('div');
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each([
  [new ConfigError('The server answered 404 for config.json.'), /404.*/, /check your connection/],
  [new ConfigError('It is not valid.', ['host: must be empty']), /host: must be empty/, /must correct these settings/],
  [new TypeError('x is not a function'), /failed during startup/, /browser console/],
])('%s is logged and shown with advice', (error, what, advice) => {
  showStartupFailure(root, error, () => undefined);
  expect(log).toHaveBeenCalledWith('News Sources could not start:', error);
  expect(getByRole(root, 'heading').textContent).toBe('News Sources could not start');
  expect(getByText(root, what)).toBeTruthy();
  expect(getByText(root, advice)).toBeTruthy();
  expect(root.textContent).not.toMatch(/TypeError|not a function/);
});

test('the button retries', () => {
  const retry = vi.fn();
  showStartupFailure(root, new Error('x'), retry);
  getByRole(root, 'button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
});
