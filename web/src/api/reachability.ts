import { useSyncExternalStore } from 'react';

/** Whether the API answered last time. A problem about one request still means that it answers. */
let reachable = true;
const listeners = new Set<() => void>();

export function setReachable(value: boolean): void {
  if (reachable === value) return;
  reachable = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useApiReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
