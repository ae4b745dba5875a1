const MIB = 1024 * 1024;

/** The API's MAX_IMPORT_BYTES. Checked before the upload, so that a larger file is rejected immediately. */
export const MAX_FILE_BYTES = 10 * MIB;

/** Formats a file size, such as "0 bytes", "312 KB" or "1.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < MIB) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / MIB).toFixed(1)} MB`;
}

/** Returns why a file cannot be uploaded, or null. The API checks the content; names and MIME types are unreliable. */
export function fileError(file: Pick<File, 'size'>): string | null {
  if (file.size === 0) return 'This file is empty.';
  if (file.size > MAX_FILE_BYTES) {
    return `This file has ${sizeText(file.size)}; the limit is ${MAX_FILE_BYTES / MIB} MB. Split the file and import the parts.`;
  }
  return null;
}
