import { useSyncExternalStore } from 'react';

/** Keeps "5 min ago" correct to less than half a minute. */
const TICK_MS = 20_000;

let now = new Date();
let timer: number | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = window.setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** Returns the current time, updated every 20 s. All components share one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
