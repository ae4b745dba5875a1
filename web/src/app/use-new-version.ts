import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { loadConfig } from '@/lib/config';
import { useRuntimeConfig } from '@/lib/runtime-config';

const MIN_CHECK_INTERVAL_MS = 60_000;

/**
 * Reports whether the server's version differs from the version of this page. Checks when the user
 * returns to the tab.
 */
export function useNewVersion(): boolean {
  const { version } = useRuntimeConfig();
  const [isNew, setIsNew] = useState(false);
  const checkedAt = useRef<number>(undefined);
  checkedAt.current ??= Date.now();

  async function check() {
    const elapsed = Date.now() - (checkedAt.current ?? 0);
    if (document.visibilityState !== 'visible' || elapsed < MIN_CHECK_INTERVAL_MS) return;
    checkedAt.current = Date.now();
    // A failed request does not mean a new version. Another banner reports outages.
    const config = await loadConfig().catch(() => null);
    if (config) setIsNew(config.version !== version);
  }
  useWindowEvent('focus', () => void check());
  useWindowEvent('visibilitychange', () => void check());
  return isNew;
}
