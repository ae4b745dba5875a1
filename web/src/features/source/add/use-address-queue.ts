import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMember } from '@/auth/member';
import { lookUp } from '@/entities/discovery/lookup.queries';
import { runDiscovery } from '@/entities/discovery/run-discovery';
import { AddressQueue } from './address-queue';
import type { QueueState } from './queue-rules';
import { readQueue, removeQueue, writeQueue } from './queue-storage';

/** The delay between a change and its storage; leaving the page stores at once. */
const STORE_DELAY_MS = 500;

/** The interval at which the list of all addresses is rendered while discoveries run. */
const RENDER_INTERVAL_MS = 150;

const service = { discover: runDiscovery, lookUp };

/**
 * Returns the queue of the Add page, stored in this tab. A list continues after a reload; a single
 * address that was left unsaved is offered as a draft first.
 */
export function useAddressQueue() {
  const member = useMember().id;
  const [stored] = useState(() => readQueue(member));
  const isList = stored !== undefined && stored.entries.length > 1;
  const [queue] = useState(() => new AddressQueue(service, isList ? stored : undefined));
  const [draft, setDraft] = useState(isList ? undefined : stored);

  useEffect(() => {
    queue.start();
    return () => queue.suspend();
  }, [queue]);

  useEffect(() => {
    let timer: number | undefined;
    const store = () => {
      if (!writeQueue(member, queue.state) && !draft) removeQueue();
    };
    const unsubscribe = queue.subscribe(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(store, STORE_DELAY_MS);
    });
    window.addEventListener('pagehide', store);
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
      store();
      window.removeEventListener('pagehide', store);
    };
  }, [queue, member, draft]);

  function restoreDraft() {
    if (draft) queue.restore(draft);
    setDraft(undefined);
  }

  function discardDraft() {
    removeQueue();
    setDraft(undefined);
  }

  return { queue, draft, restoreDraft, discardDraft };
}

/** Returns a part of the queue and renders when it changes. `select` must return a stable value. */
export function useQueueValue<T>(queue: AddressQueue, select: (state: QueueState) => T): T {
  return useSyncExternalStore(queue.subscribe, () => select(queue.state));
}

/**
 * Returns the whole queue, throttled: actions of the user render at once, results of discoveries at
 * an interval.
 */
export function useThrottledQueue(queue: AddressQueue): QueueState {
  const [state, setState] = useState(queue.state);
  useEffect(() => {
    let previous = queue.state;
    let timer: number | undefined;
    const render = () => {
      window.clearTimeout(timer);
      timer = undefined;
      setState(queue.state);
    };
    const unsubscribe = queue.subscribe(() => {
      const { open, stopped } = queue.state;
      if (open !== previous.open || stopped !== previous.stopped) render();
      else timer ??= window.setTimeout(render, RENDER_INTERVAL_MS);
      previous = queue.state;
    });
    render();
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
    };
  }, [queue]);
  return state;
}
