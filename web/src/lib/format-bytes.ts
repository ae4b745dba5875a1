const KILO = 1024;

/** Returns a size such as "512 bytes", "12.4 KB" or "10 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [amount, unit] = bytes < KILO * KILO ? [bytes / KILO, 'KB'] : [bytes / (KILO * KILO), 'MB'];
  return `${amount < 100 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`;
}
