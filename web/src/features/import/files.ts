import { formatBytes } from '@/lib/format-bytes';

/** The API's limit. Checked before the upload, so that a larger file is rejected immediately. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Returns why a file cannot be uploaded, or null. The API checks the content; names and MIME types
 * are unreliable.
 */
export function fileError(file: Pick<File, 'size'>): string | null {
  if (file.size === 0) return 'This file is empty.';
  if (file.size > MAX_FILE_BYTES) {
    return `This file has ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_FILE_BYTES)}. Split the file and import the parts.`;
  }
  return null;
}
