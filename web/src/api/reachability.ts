import { useSyncExternalStore } from 'react';

/**
 * Whether the API answers. `answers`: the last request got a response; an error response other than
 * 502, 503 and 504 counts as one. `waiting`: a request is not answered yet, which may be a slow
 * request. `silent`: the API accepts requests, but answers none. `down`: the connection failed.
 */
export type Reachability = 'answers' | 'waiting' | 'silent' | 'down';

let state: Reachability = 'answers';
let answeredAt = -Infinity;
const listeners = new Set<() => void>();

export function setReachability(value: Reachability): void {
  if (value === 'answers') answeredAt = performance.now();
  if (state === value) return;
  state = value;
  for (const listener of listeners) listener();
}

/**
 * Records that a request is not answered yet. The API is silent if it has answered no other request
 * for `ms` either.
 */
export function reportSilence(value: 'waiting' | 'silent', ms = 0): void {
  if (performance.now() - answeredAt > ms && (state === 'answers' || state === 'waiting')) setReachability(value);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the API answers, and updates the component when that changes. */
export function useReachability(): Reachability {
  return useSyncExternalStore(subscribe, () => state);
}
