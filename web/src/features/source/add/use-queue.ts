import { useEffect, useState, useSyncExternalStore } from 'react';
import { lookUpAddress } from '@/api/gen/sdk.gen';
import { useMember } from '@/auth/member';
import { search } from './discovery';
import { AddQueue } from './queue';
import { readQueue, writeQueue } from './queue-storage';

/** Changes come by the keystroke; so long after one they are kept, or at once when the page goes. */
const KEEP_AFTER_MS = 500;

const service = {
  search,
  lookUp: async (address: string, signal: AbortSignal) => (await lookUpAddress({ query: { address }, signal })).data,
};

/** The addresses that are gone through on this page. They survive a reload, and end with the page. */
export function useQueue() {
  const member = useMember().id;
  const [queue] = useState(() => new AddQueue(service, readQueue(member)));
  const state = useSyncExternalStore(queue.subscribe, queue.getState);

  useEffect(() => {
    queue.run();
    return () => queue.pause();
  }, [queue]);

  useEffect(() => {
    let timer: number | undefined;
    const keep = () => writeQueue(member, queue.state);
    const later = queue.subscribe(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, KEEP_AFTER_MS);
    });
    window.addEventListener('pagehide', keep);
    return () => {
      later();
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [queue, member]);

  return { queue, ...state, entry: state.entries[state.at - 1] };
}
