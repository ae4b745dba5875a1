import { expect, type Page } from '@playwright/test';

/** Returns the URL of a simulated site; `example` supplies the port. */
export function simulatedUrl(example: string, host: string, path = '/'): string {
  const address = new URL(path, example);
  address.hostname = host;
  return address.href;
}

/** Opens the Add page and pastes text into the address field. */
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

/** Waits until the discovery for the open address has finished. */
export async function discoveryFinished(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Search result' })).toHaveAttribute('aria-busy', 'false', {
    timeout: 20_000, // the service's time limit plus latency
  });
}
