import type { Locator, Page } from '@playwright/test';

interface Dropped {
  name: string;
  content: string | Buffer;
}

/** Drags files over the page and lets them go over an element: the zone for lists when none is named. */
export async function dropFiles(page: Page, files: Dropped[], over?: Locator): Promise<void> {
  const target = over ?? page.getByText('Drop OPML files here');
  await target.waitFor();
  const given = files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
    }
    return transfer;
  }, given);
  await target.dispatchEvent('dragover', { dataTransfer });
  // While something is dragged the zone says so with other words.
  await (over ?? page.getByText('Drop them here')).dispatchEvent('drop', { dataTransfer });
}
