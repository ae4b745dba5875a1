import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressQueue } from './address-queue';
import { fakeService, pasted, settle } from './fake-service';
import { readQueue, removeQueue, writeQueue } from './queue-storage';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('queue storage', () => {
  beforeEach(() => sessionStorage.clear());

  it('keeps the choices and edits of the user, but no password', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    const credentials = { username: 'ann', password: 'secret' };
    queue.append([{ address: 'https://a.test/', credentials }, ...pasted('b.test', 'c.test')]);
    await settle();
    queue.setEdits(queue.entry(2)!.id, { name: 'Mine' });
    queue.update(2, (entry) => ({ ...entry, picks: { x: true } }));
    queue.skip(3);
    queue.open(2);
    writeQueue('me', queue.state);
    expect(JSON.stringify(sessionStorage)).not.toContain('secret');
    const restored = readQueue('me')!;
    expect(restored.open).toBe(2);
    expect(restored.entries.map(({ phase, lostCredentials }) => [phase.name, lostCredentials])).toEqual([
      ['new', true],
      ['new', false],
      ['skipped', false],
    ]);
    expect(restored.entries[1]).toMatchObject({ address: 'b.test', edits: { name: 'Mine' }, picks: { x: true } });
  });

  it('ignores the queue of another member and invalid data', () => {
    const queue = new AddressQueue(fakeService());
    queue.append(pasted('a.test', 'b.test'));
    writeQueue('me', queue.state);
    expect(readQueue('you')).toBeUndefined();
    expect(readQueue('me')).toBeUndefined();
    sessionStorage.setItem('newssources:add-queue', '{"member":"me","entries":[{}]}');
    expect(readQueue('me')).toBeUndefined();
  });

  it('keeps a single entry only when it has content', () => {
    const queue = new AddressQueue(fakeService());
    expect(writeQueue('me', queue.state)).toBe(false);
    queue.setEdits(queue.entry(1)!.id, { homepage_url: 'https://ann:secret@a.test' });
    expect(writeQueue('me', queue.state)).toBe(true);
    expect(readQueue('me')?.entries).toMatchObject([
      { phase: { name: 'manual' }, edits: { homepage_url: 'https://a.test' } },
    ]);
  });

  it('stores nothing when all entries are closed', () => {
    const queue = new AddressQueue(fakeService());
    queue.append(pasted('a.test', 'b.test'));
    writeQueue('me', queue.state);
    queue.skip(1);
    queue.markSaved(2, { id: '1', name: 'B' });
    expect(writeQueue('me', queue.state)).toBe(false);
    removeQueue();
    expect(sessionStorage).toHaveLength(0);
  });
});
