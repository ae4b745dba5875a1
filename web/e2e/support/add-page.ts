import { expect, type Page } from '@playwright/test';

/** The address of another site of the simulated internet, whose port `example` has. */
export function simulatedUrl(example: string, host: string, path = '/'): string {
  const address = new URL(path, example);
  address.hostname = host;
  return address.href;
}

/** Opens the page on which sources are added, and pastes into its first field, as the clipboard would. */
export async function pasteAddress(page: Page, text: string): Promise<void> {
  await page.goto('/newssources/new');
  const field = page.getByRole('textbox', { name: 'Site or feed address' });
  await expect(field).toBeFocused();
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits until the address that is open is searched. */
export async function lookupFinished(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Search result' })).toHaveAttribute('aria-busy', 'false', {
    timeout: 20_000, // the service's own limit, and the way there and back
  });
}
