import { vi } from 'vitest';
import type { DiscoveryEvent, Lookup } from '@/api/gen/types.gen';
import { discoveryEvents } from './fixture';

interface FakeDiscovery {
  address: string;
  send: (event: DiscoveryEvent) => void;
  end: (error?: unknown) => void;
  signal: AbortSignal;
}

/** Returns a service whose discoveries send events and end when the test calls them. */
export function fakeService(lookUps: Record<string, Partial<Lookup>> = {}) {
  const running: FakeDiscovery[] = [];
  const lookedUp: string[] = [];
  return {
    running,
    lookedUp,
    discover: (address: string, onEvents: (events: DiscoveryEvent[]) => void, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: unknown) => (error ? reject(error as Error) : resolve());
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        running.push({ address, send: (event) => onEvents([event]), end, signal });
      }),
    lookUp: (address: string) => {
      lookedUp.push(address);
      return Promise.resolve({ valid: true, outlet: address, ...lookUps[address] });
    },
    /** Completes the last discovery of an address with one feed. */
    finish(address: string) {
      const discovery = running.findLast((other) => other.address === address)!;
      for (const event of discoveryEvents(address)) discovery.send(event);
      discovery.end();
    },
    discovered: () => running.map(({ address }) => address),
  };
}

export const pasted = (...addresses: string[]) => addresses.map((address) => ({ address }));
/** Runs the callbacks of settled calls; the test has fake timers. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
