import { useSyncExternalStore } from 'react';

/**
 * `live`: the API reports changes as they happen; `polling`: the page refetches its data
 * periodically.
 */
type LiveState = 'connecting' | 'live' | 'polling';

/**
 * While changes are reported, polling is only needed for data without events, such as the time of
 * the next check.
 */
const LIVE_POLL_FACTOR = 4;

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

export function setLiveState(value: LiveState): void {
  if (state === value) return;
  state = value;
  for (const listener of listeners) listener();
}

export function getLiveState(): LiveState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, getLiveState);
}

/**
 * Returns the delay in milliseconds before a query is refetched: `ms`, or longer while changes are
 * reported.
 */
export function pollDelay(ms: number): number {
  return state === 'live' ? ms * LIVE_POLL_FACTOR : ms;
}
