const MIB = 1024 * 1024;

/** As large as the API takes (its MAX_IMPORT_BYTES): checked here so that nobody waits for an upload that is refused. */
export const MAX_FILE_BYTES = 10 * MIB;

/** "0 bytes", "312 KB", "1.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < MIB) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / MIB).toFixed(1)} MB`;
}

/** Why a file is not worth sending, or null. What is in it is for the API to judge: names and types often lie. */
export function whyNot(file: Pick<File, 'size'>): string | null {
  if (file.size === 0) return 'This file is empty.';
  if (file.size > MAX_FILE_BYTES) {
    return `This file has ${sizeText(file.size)}; a list may have at most ${MAX_FILE_BYTES / MIB} MB. Split it and bring in the parts one after another.`;
  }
  return null;
}
