import { describe, expect, it } from 'vitest';
import type { Candidate } from '@/api/gen/types.gen';
import { addressesIn, lines, nothingYet, take } from './discovery';
import { cadence, whatWasFound } from './words';

function candidate(changes: Partial<Candidate>): Candidate {
  return {
    url: 'https://a.example/feed',
    final_url: 'https://a.example/feed',
    from: 'link',
    outcome: 'ok',
    kind: 'rss',
    hops: [],
    timings: { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, body_ms: 0, total_ms: 0 },
    items: 20,
    full_text: false,
    https: true,
    comments: false,
    warnings: [],
    preview: [],
    score: 0,
    preselected: true,
    ...changes,
  };
}

async function all(chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const found = [];
  for await (const line of lines(stream)) found.push(line);
  return found;
}

describe('the stream of a search', () => {
  it.each([
    ['whole lines', ['{"a":1}\n{"b":2}\n'], ['{"a":1}', '{"b":2}']],
    ['a line in two pieces', ['{"a"', ':1}\n'], ['{"a":1}']],
    ['no newline at the end', ['{"a":1}'], ['{"a":1}']],
    ['nothing', [], []],
  ])('is read line by line: %s', async (_, chunks, expected) => {
    expect(await all(chunks)).toEqual(expected);
  });

  it('keeps a character that arrives in two pieces', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}\n');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 7));
        controller.enqueue(bytes.slice(7));
        controller.close();
      },
    });
    const found = [];
    for await (const line of lines(stream)) found.push(line);
    expect(found).toEqual(['{"a":"é"}']);
  });
});

describe('what was found', () => {
  it('has the best feed first, in whichever order they come', () => {
    const low = candidate({ url: 'https://a.example/low', score: 1 });
    const high = candidate({ url: 'https://a.example/high', score: 9 });
    const found = [low, high].reduce(
      (sum, one) => take(sum, { type: 'candidate', candidate: one }),
      nothingYet('https://a.example'),
    );
    expect(found.candidates.map(({ url }) => url)).toEqual([high.url, low.url]);
  });

  it.each([
    [[candidate({}), candidate({ kind: 'news_sitemap' })], '1 feed, 1 sitemap'],
    [[candidate({}), candidate({ kind: 'atom' }), candidate({ comments: true })], '2 feeds, 1 comment feed'],
    [[candidate({ kind: undefined, outcome: 'not_found' })], 'No feed'],
    [[], 'No feed'],
  ])('is said in words', (candidates, words) => {
    expect(whatWasFound(candidates)).toBe(words);
  });

  it.each([
    [84.7, '~85 items a day'],
    [1, '~1 item a day'],
    [0.5, '~4 items a week'],
    [0.1, 'less than one item a week'],
    [undefined, ''],
  ])('comes %s times a day', (perDay, words) => {
    expect(cadence(perDay)).toBe(words);
  });
});

describe('pasted addresses', () => {
  it.each([
    ['https://a.example', ['https://a.example']],
    ['a.example\nb.example\r\n\r\na.example', ['a.example', 'b.example']],
    ['a.example, b.example; c.example', ['a.example', 'b.example', 'c.example']],
    ['  ', []],
  ])('%j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});
