import type { Locator, Page } from '@playwright/test';

interface DroppedFile {
  name: string;
  content: string | Buffer;
}

/** Chooses that OPML files are imported at once. */
export async function importWithoutReview(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Import OPML files without a review' }).check();
}

/** Drops files on an element, by default the import drop zone. */
export async function dropFiles(page: Page, files: DroppedFile[], over?: Locator): Promise<void> {
  const target = over ?? page.getByText('Drop lists here');
  await target.waitFor();
  const encoded = files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
    }
    return transfer;
  }, encoded);
  await target.dispatchEvent('dragover', { dataTransfer });
  // The zone shows another text while files are dragged.
  await (over ?? page.getByText('Drop the files to import them')).dispatchEvent('drop', { dataTransfer });
}
