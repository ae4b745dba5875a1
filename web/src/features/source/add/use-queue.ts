import { useEffect, useState, useSyncExternalStore } from 'react';
import { lookUpAddress } from '@/api/gen/sdk.gen';
import { useMember } from '@/auth/member';
import { search } from './discovery';
import { AddQueue } from './queue';
import type { QueueState } from './queue-order';
import { readQueue, writeQueue } from './queue-storage';

/** Changes come by the keystroke; so long after one they are kept, or at once when the page goes. */
const KEEP_AFTER_MS = 500;

/** How often the list of all addresses is drawn: often enough to be followed, and not with every event of every search. */
const SOON_MS = 150;

const service = {
  search,
  lookUp: async (address: string, signal: AbortSignal) => (await lookUpAddress({ query: { address }, signal })).data,
};

/**
 * The addresses that are gone through on this page. They survive a reload, and end with the page. Whoever shows
 * something of them asks for just that, since there is news of some address all the time.
 */
export function useQueue(): AddQueue {
  const member = useMember().id;
  const [queue] = useState(() => new AddQueue(service, readQueue(member)));

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
      keep();
      window.removeEventListener('pagehide', keep);
    };
  }, [queue, member]);

  return queue;
}

/** A part of the queue, as it is now. `select` gives back the same thing as long as nothing has changed. */
export function useQueuePart<T>(queue: AddQueue, select: (state: QueueState) => T): T {
  return useSyncExternalStore(queue.subscribe, () => select(queue.state));
}

/** All of the queue, as it was a moment ago. */
export function useQueueSoon(queue: AddQueue): QueueState {
  const [state, setState] = useState(queue.state);
  useEffect(() => {
    let shown = queue.state;
    let timer: number | undefined;
    const look = () => {
      timer = undefined;
      setState(queue.state);
    };
    const ended = queue.subscribe(() => {
      // What a person did is seen at once; what the searches tell may wait.
      if (queue.state.at !== shown.at || queue.state.stopped !== shown.stopped) {
        window.clearTimeout(timer);
        look();
      } else timer ??= window.setTimeout(look, SOON_MS);
      shown = queue.state;
    });
    look();
    return () => {
      ended();
      window.clearTimeout(timer);
    };
  }, [queue]);
  return state;
}
