/**
 * Converts an image to a data: URL. The CSP allows data: but not blob: in <img>, and a data: URL
 * needs no revoking.
 */
export async function toDataUrl(blob: Blob): Promise<string> {
  let binary = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte);
  return `data:${blob.type};base64,${btoa(binary)}`;
}

/**
 * Reports whether a logo value is a data: URL. Otherwise it is the version of a stored logo, or
 * empty.
 */
export function isDataUrl(text: string): boolean {
  return text.startsWith('data:');
}

/** Returns the base64 content of a data: URL. */
export function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}
