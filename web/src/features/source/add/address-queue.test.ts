import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { AddressQueue } from './address-queue';
import { MAX_DISCOVERIES } from './discovery-runner';
import { existingSource, valuesOf } from './entry';
import { fakeService, pasted, settle } from './fake-service';
import { discoveryEvents } from './fixture';
import { MAX_ADDRESSES } from './parse-addresses';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('AddressQueue', () => {
  it('keeps an entry saved when its discovery is still running', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    queue.markSaved(1, { id: 'a', name: 'A' });
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)?.phase.name).toBe('saved');
    expect(service.discovered()).toEqual(['a.test', 'b.test', 'c.test']);
  });

  it('repeats a discovery even when all slots are taken', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test'));
    await settle();
    queue.search(1);
    await settle();
    expect(service.discovered()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('keeps an entry skipped when the response of its lookup arrives later', async () => {
    const service = fakeService({ 'a.test': { valid: false, detail: 'Invalid address.' } });
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test'));
    queue.skip(1);
    await settle();
    expect(queue.entry(1)?.phase.name).toBe('skipped');
  });

  it('keeps the existing source of a refused save when an earlier lookup finds none', async () => {
    const queue = new AddressQueue(fakeService());
    queue.append(pasted('a.test'));
    await settle();
    const { id } = queue.entry(1)!;
    queue.setEdits(id, { homepage_url: 'taken.test' });
    const existing = { source_id: 'other', source_name: 'Other', why: 'same_source' as const };
    queue.markRefused(1, 'The source exists.', existing);
    queue.setHomepageAnswer(id, { homepage: 'taken.test', existing: undefined });
    expect(existingSource(queue.entry(1)!)).toEqual(existing);
    queue.setEdits(id, { homepage_url: 'free.test' });
    queue.setHomepageAnswer(id, { homepage: 'free.test', existing: undefined });
    expect(existingSource(queue.entry(1)!)).toBeUndefined();
  });

  it('runs discoveries in order, up to the concurrency limit', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test', 'd.test'));
    await settle();
    expect(service.discovered()).toEqual(['a.test', 'b.test']);
    expect(MAX_DISCOVERIES).toBe(2);
    service.finish('b.test');
    await settle();
    expect(service.discovered()).toEqual(['a.test', 'b.test', 'c.test']);
    expect(queue.state.entries.map(({ phase }) => phase.name)).toEqual(['searching', 'found', 'searching', 'queued']);
    expect(valuesOf(queue.entry(2)!).name).toBe('b.test');
  });

  it('runs the discovery of the open entry first', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test', 'd.test'));
    await settle();
    queue.open(4);
    service.finish('a.test');
    await settle();
    expect(service.discovered().at(-1)).toBe('d.test');
  });

  it('runs no discovery for duplicates within the list', async () => {
    const service = fakeService({ 'c.test/sport': { outlet: 'a.test' } });
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test/sport'));
    await settle();
    service.finish('a.test');
    service.finish('b.test');
    await settle();
    expect(service.discovered()).toEqual(['a.test', 'b.test']);
    expect(queue.entry(3)?.phase).toEqual({ name: 'duplicate', of: 1 });
    queue.markSaved(1, { id: '1', name: 'A' });
    expect(queue.entry(3)).toMatchObject({
      phase: { name: 'queued' },
      registered: { source_id: '1', source_name: 'A' },
    });
    queue.search(3);
    queue.open(3);
    await settle();
    expect(service.discovered().at(-1)).toBe('c.test/sport');
  });

  it('runs the discovery of a site with a source only when its entry is open', async () => {
    const existing = { source_id: '1', source_name: 'B', why: 'same_source' as const };
    const service = fakeService({ 'b.test': { existing }, 'c.test': { valid: false, detail: 'Invalid address.' } });
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    expect(service.discovered()).toEqual(['a.test']);
    expect(queue.entry(3)?.phase).toEqual({ name: 'failed', reason: 'Invalid address.' });
    queue.open(2);
    expect(service.discovered()).toEqual(['a.test', 'b.test']);
  });

  it('waits for Retry-After and repeats the discovery', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test'));
    await settle();
    service.running[0]!.end(new ApiProblem(429, {}, 7));
    await settle();
    service.finish('b.test');
    await settle();
    expect(queue.entry(1)?.phase).toEqual({ name: 'queued', failures: 0 });
    await vi.advanceTimersByTimeAsync(6_900);
    expect(service.running).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(service.discovered()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('reports an error that a retry cannot fix', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test'));
    await settle();
    service.running[0]!.end(new ApiProblem(422, { detail: 'Port not allowed.' }));
    await settle();
    expect(queue.entry(1)?.phase).toMatchObject({ name: 'failed', reason: 'Port not allowed.', isTransient: false });
    queue.search(1);
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)?.phase).toEqual({ name: 'found' });
  });

  it('repeats a discovery that ended without an event', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.replace({ address: 'a.test' });
    await settle();
    service.running[0]!.end();
    await settle();
    expect(queue.entry(1)?.phase).toEqual({ name: 'queued', failures: 1 });
    await vi.runOnlyPendingTimersAsync();
    service.finish('a.test');
    await settle();
    expect(queue.entry(1)?.phase).toEqual({ name: 'found' });
  });

  it('reports a stream that ended early', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.replace({ address: 'a.test' });
    service.running[0]!.send(discoveryEvents('a.test')[0]!);
    service.running[0]!.end();
    await settle();
    expect(queue.entry(1)?.phase).toMatchObject({
      name: 'failed',
      reason: expect.stringMatching(/connection was lost/) as string,
    });
  });

  it('stops and resumes the discoveries ahead of the open entry', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append(pasted('a.test', 'b.test', 'c.test'));
    await settle();
    queue.stop();
    expect(service.running.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    service.finish('a.test');
    await settle();
    expect(service.running).toHaveLength(2);
    queue.resume();
    expect(service.discovered()).toEqual(['a.test', 'b.test', 'b.test', 'c.test']);
  });

  it('stops one discovery and keeps its results', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.replace({ address: 'a.test' });
    service.running[0]!.send(discoveryEvents('a.test')[3]!);
    queue.stopOne(1);
    await settle();
    expect(queue.entry(1)).toMatchObject({
      phase: { name: 'failed', stoppedByUser: true },
      discovery: { candidates: [{ title: 'News' }] },
    });
    expect(service.running[0]!.signal.aborted).toBe(true);
  });

  it('appends new addresses up to the limit', () => {
    const queue = new AddressQueue(fakeService());
    queue.append(pasted('a.test', 'b.test'));
    expect(queue.append(pasted('b.test', 'c.test'))).toBe(1);
    const many = Array.from({ length: MAX_ADDRESSES }, (_, n) => `${n}.test`);
    expect(queue.append(pasted(...many))).toBe(MAX_ADDRESSES - 3);
    expect(queue.state.entries.map(({ position }) => position)).toEqual(many.map((_, n) => n + 1));
  });

  it('keeps the edits of a single entry when its address is replaced or a list is pasted', () => {
    const queue = new AddressQueue(fakeService());
    queue.setEdits(queue.entry(1)!.id, { name: 'Mine', endpoints: [{ url: '', kind: 'rss' }] });
    queue.replace({ address: 'a.test' });
    expect(queue.entry(1)).toMatchObject({ address: 'a.test', edits: { name: 'Mine', endpoints: [] } });
    queue.append(pasted('b.test'));
    expect(queue.state.entries.map(({ address, edits }) => [address, edits.name])).toEqual([
      ['a.test', 'Mine'],
      ['b.test', undefined],
    ]);
  });

  it('sends credentials with the discovery but not with the lookup', async () => {
    const service = fakeService();
    const queue = new AddressQueue(service);
    queue.append([
      { address: 'https://a.test/', credentials: { username: 'ann', password: 's:t' } },
      ...pasted('b.test'),
    ]);
    await settle();
    expect(service.discovered()[0]).toBe('https://ann:s%3At@a.test/');
    expect(service.lookedUp).toEqual(['https://a.test/', 'b.test']);
  });
});
