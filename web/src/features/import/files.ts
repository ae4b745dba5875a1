import { formatBytes } from '@/lib/format-bytes';

/** The API's limits. Checked before the upload, so that a larger file is rejected immediately. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_TABLE_BYTES = 200 * 1024 * 1024;

const LARGE_FORMATS = /\.(csv|tsv|tab|txt|ndjson|jsonl)$/i;

/**
 * Returns why a file cannot be uploaded, or null. The API checks the content; names and MIME types
 * are unreliable.
 */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size === 0) return 'This file is empty.';
  const mayBeLarge = LARGE_FORMATS.test(name);
  const limit = mayBeLarge ? MAX_TABLE_BYTES : MAX_FILE_BYTES;
  if (size <= limit) return null;
  const advice = mayBeLarge
    ? 'Split the file and import the parts.'
    : `Save a table as CSV, which may have ${formatBytes(MAX_TABLE_BYTES)}, or split the file.`;
  return `This file has ${formatBytes(size)}; the limit is ${formatBytes(limit)}. ${advice}`;
}

const EXTENSION = /\.(csv|tsv|tab|txt|xlsx|xlsm|json|ndjson|jsonl|opml|xml)$/i;

/** Returns the name of a list without the extension of its format. */
export function withoutExtension(filename: string): string {
  return filename.replace(EXTENSION, '');
}
