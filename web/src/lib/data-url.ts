/** A picture as an address of its own: the CSP lets <img> load data: and not blob:, and data: needs no cleaning up. */
export async function toDataUrl(blob: Blob): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return `data:${blob.type};base64,${btoa(text)}`;
}

/** Only what was read from a file or found by the service; everything else is a version, or none. */
export function isDataUrl(text: string): boolean {
  return text.startsWith('data:');
}

/** What stands behind the comma. */
export function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}
