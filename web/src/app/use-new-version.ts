import { useEffect, useState } from 'react';
import { loadConfig } from '@/lib/config';
import { useRuntimeConfig } from '@/lib/runtime-config';

/** People come back to a tab often; asking once a minute is enough to notice a release. */
const ASK_AT_MOST_EVERY_MS = 60_000;

/** Whether the server runs another version than this page, looked up when the person comes back to it. */
export function useNewVersion(): boolean {
  const { version } = useRuntimeConfig();
  const [isNew, setIsNew] = useState(false);

  useEffect(() => {
    let askedAt = Date.now();
    async function ask() {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_AT_MOST_EVERY_MS) return;
      askedAt = Date.now();
      // A failure here says nothing about a new version, and other banners tell of an outage.
      const now = await loadConfig().catch(() => null);
      if (now) setIsNew(now.version !== version);
    }
    const onReturn = () => void ask();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [version]);

  return isNew;
}
