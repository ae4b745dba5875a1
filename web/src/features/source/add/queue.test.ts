import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DiscoveryEvent, Lookup } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { MAX_ADDRESSES } from './addresses';
import { anOutlet } from './fixture';
import { AddQueue, AT_ONCE } from './queue';
import { readQueue, writeQueue } from './queue-storage';

interface Running {
  address: string;
  tell: (event: DiscoveryEvent) => void;
  end: (error?: unknown) => void;
  signal: AbortSignal;
}

/** A service that answers when the test says so. */
function aService(lookUps: Record<string, Partial<Lookup>> = {}) {
  const running: Running[] = [];
  const lookedUp: string[] = [];
  return {
    running,
    lookedUp,
    search: (address: string, onEvents: (events: DiscoveryEvent[]) => void, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: unknown) => (error ? reject(error as Error) : resolve());
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        running.push({ address, tell: (event) => onEvents([event]), end, signal });
      }),
    lookUp: (address: string) => {
      lookedUp.push(address);
      return Promise.resolve({ valid: true, outlet: address, ...lookUps[address] });
    },
    /** Lets a search find an outlet, and end. */
    finish(address: string) {
      const one = running.findLast((search) => search.address === address)!;
      for (const event of anOutlet(address)) one.tell(event);
      one.end();
    },
    addresses: () => running.map(({ address }) => address),
  };
}

const pasted = (...addresses: string[]) => addresses.map((address) => ({ address }));
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a queue of addresses', () => {
  it('what is saved while it is searched stays saved', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    queue.saved(1, { id: 'a', name: 'A' });
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)?.phase).toBe('saved');
    expect(service.addresses()).toEqual(['a.test', 'b.test', 'c.test']);
  });

  it('begins a search again although all places are taken', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test'));
    await settle();
    queue.searchAgain(1);
    await settle();
    expect(service.addresses()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('what is skipped stays skipped, whatever the register says of its address', async () => {
    const service = aService({ 'a.test': { valid: false, detail: 'This is no address.' } });
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test'));
    queue.skip(1);
    await settle();
    expect(queue.entry(1)?.phase).toBe('skipped');
  });

  it('searches ahead, so many at a time, in their order', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test', 'd.test'));
    await settle();
    expect(service.addresses()).toEqual(['a.test', 'b.test']);
    expect(AT_ONCE).toBe(2);
    service.finish('b.test');
    await settle();
    expect(service.addresses()).toEqual(['a.test', 'b.test', 'c.test']);
    expect(queue.state.entries.map(({ phase }) => phase)).toEqual(['searching', 'searched', 'searching', 'waiting']);
    expect(queue.entry(2)?.values.name).toBe('b.test');
  });

  it('begins with what is opened', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test', 'd.test'));
    await settle();
    queue.open(4);
    service.finish('a.test');
    await settle();
    expect(service.addresses().at(-1)).toBe('d.test');
  });

  it('merges what is the same outlet, before anything is fetched', async () => {
    const service = aService({ 'c.test/sport': { outlet: 'a.test' } });
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test/sport'));
    await settle();
    service.finish('a.test');
    service.finish('b.test');
    await settle();
    expect(service.addresses()).toEqual(['a.test', 'b.test']);
    expect(queue.entry(3)?.twin).toBe(1);
    queue.saved(1, { id: '1', name: 'A' });
    expect(queue.entry(3)).toMatchObject({ twin: undefined, known: { source_id: '1', source_name: 'A' } });
    queue.searchTwin(3);
    queue.open(3);
    await settle();
    expect(service.addresses().at(-1)).toBe('c.test/sport');
  });

  it('asks no site that the register has, unless a person looks at it', async () => {
    const existing = { source_id: '1', source_name: 'B', why: 'same_outlet' as const };
    const service = aService({ 'b.test': { existing }, 'c.test': { valid: false, detail: 'That is no address.' } });
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    expect(service.addresses()).toEqual(['a.test']);
    expect(queue.entry(3)).toMatchObject({ phase: 'searched', trouble: 'That is no address.' });
    queue.open(2);
    expect(service.addresses()).toEqual(['a.test', 'b.test']);
  });

  it('waits as long as it is told to, and gives up nothing', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test'));
    await settle();
    service.running[0]!.end(new ApiProblem(429, {}, 7));
    await settle();
    service.finish('b.test');
    await settle();
    expect(queue.entry(1)?.phase).toBe('waiting');
    await vi.advanceTimersByTimeAsync(6_900);
    expect(service.running).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(service.addresses()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('says why it could not search, when waiting does not help', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test'));
    await settle();
    service.running[0]!.end(new ApiProblem(422, { detail: 'A port of its own.' }));
    await settle();
    expect(queue.entry(1)).toMatchObject({ phase: 'searched', trouble: 'A port of its own.' });
    queue.searchAgain(1);
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)).toMatchObject({ phase: 'searched', trouble: undefined });
  });

  it('begins anew what broke off before anything came', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.begin({ address: 'a.test' });
    await settle();
    service.running[0]!.end();
    await settle();
    expect(queue.entry(1)).toMatchObject({ phase: 'waiting', tries: 1 });
    await vi.runOnlyPendingTimersAsync();
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)).toMatchObject({ phase: 'searched', trouble: undefined });
  });

  it('tells a stream that broke off from one that ended', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.begin({ address: 'a.test' });
    service.running[0]!.tell(anOutlet('a.test')[0]!);
    service.running[0]!.end();
    await settle();
    expect(queue.entry(1)?.trouble).toMatch(/broke off/);
  });

  it('stops, and goes on', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    queue.stop();
    expect(service.running.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    service.finish('a.test');
    await settle();
    expect(service.running).toHaveLength(2);
    queue.goOn();
    expect(service.addresses()).toEqual(['a.test', 'b.test', 'b.test', 'c.test']);
  });

  it('ends a search that is not wanted, and keeps what it found', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.begin({ address: 'a.test' });
    service.running[0]!.tell(anOutlet('a.test')[3]!);
    queue.stopOne(1);
    await settle();
    expect(queue.entry(1)).toMatchObject({ phase: 'searched', found: { candidates: [{ title: 'News' }] } });
    expect(service.running[0]!.signal.aborted).toBe(true);
  });

  it('takes no address twice and not too many', () => {
    const queue = new AddQueue(aService());
    queue.add(pasted('a.test', 'b.test'));
    expect(queue.add(pasted('b.test', 'c.test'))).toBe(1);
    const many = Array.from({ length: MAX_ADDRESSES }, (_, n) => `${n}.test`);
    expect(queue.add(pasted(...many))).toBe(MAX_ADDRESSES - 3);
    expect(queue.state.entries.map(({ line }) => line)).toEqual(many.map((_, n) => n + 1));
  });

  it('sends user name and password with the search, and looks up without', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    queue.add([{ address: 'https://a.test/', credentials: { username: 'ann', password: 's:t' } }, ...pasted('b.test')]);
    await settle();
    expect(service.addresses()[0]).toBe('https://ann:s%3At@a.test/');
    expect(service.lookedUp).toEqual(['https://a.test/', 'b.test']);
  });
});

describe('what is kept for a reload', () => {
  beforeEach(() => sessionStorage.clear());

  it('is everything a person did, and no password', async () => {
    const service = aService();
    const queue = new AddQueue(service);
    const credentials = { username: 'ann', password: 'secret' };
    queue.add([{ address: 'https://a.test/', credentials }, ...pasted('b.test', 'c.test')]);
    await settle();
    queue.update(2, (entry) => ({ ...entry, values: { ...entry.values, name: 'Mine' }, picks: { x: true } }));
    queue.skip(3);
    queue.open(2);
    writeQueue('me', queue.state);
    expect(JSON.stringify(sessionStorage)).not.toContain('secret');
    const again = readQueue('me')!;
    expect(again.at).toBe(2);
    expect(again.entries.map(({ phase, forgot }) => [phase, forgot])).toEqual([
      ['waiting', true],
      ['waiting', false],
      ['skipped', false],
    ]);
    expect(again.entries[1]).toMatchObject({ address: 'b.test', values: { name: 'Mine' }, picks: { x: true } });
  });

  it('is nobody else’s, and nothing that makes no sense', () => {
    const queue = new AddQueue(aService());
    queue.add(pasted('a.test', 'b.test'));
    writeQueue('me', queue.state);
    expect(readQueue('you')).toBeUndefined();
    expect(readQueue('me')).toBeUndefined();
    sessionStorage.setItem('newssources:add-queue', '{"member":"me","entries":[{}]}');
    expect(readQueue('me')).toBeUndefined();
  });

  it('is nothing when all is done', () => {
    const queue = new AddQueue(aService());
    queue.add(pasted('a.test', 'b.test'));
    writeQueue('me', queue.state);
    queue.skip(1);
    queue.saved(2, { id: '1', name: 'B' });
    writeQueue('me', queue.state);
    expect(sessionStorage).toHaveLength(0);
  });
});
