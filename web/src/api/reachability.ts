import { useSyncExternalStore } from 'react';

/** Whether the last API request got a response. An error response other than 502, 503 and 504 counts as one. */
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

/** Reports whether the API is reachable, and updates the component when that changes. */
export function useApiReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
