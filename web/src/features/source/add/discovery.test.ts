import { describe, expect, it } from 'vitest';
import { lines, NOTHING_YET, take } from './discovery';
import { aCandidate as candidate } from './fixture';
import { whatWasFound } from './words';

async function all(chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const found = [];
  for await (const some of lines(stream)) found.push(...some);
  return found;
}

describe('the stream of a search', () => {
  it.each([
    ['whole lines', ['{"a":1}\n{"b":2}\n'], ['{"a":1}', '{"b":2}']],
    ['a line in two pieces', ['{"a"', ':1}\n'], ['{"a":1}']],
    ['a line that broke off', ['{"a":1}\n{"b"'], ['{"a":1}']],
    ['nothing', [], []],
  ])('is read line by line: %s', async (_, chunks, expected) => {
    expect(await all(chunks)).toEqual(expected);
  });

  it('tells together what arrives together', async () => {
    const pieces = [];
    for await (const some of lines(new Response('{"a":1}\n{"b":2}\n').body!)) pieces.push(some);
    expect(pieces[0]).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('ends where the connection breaks', async () => {
    const chunks = ['{"a":1}\n'];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(new TextEncoder().encode(chunk));
        else controller.error(new TypeError('network error'));
      },
    });
    const found = [];
    for await (const some of lines(stream)) found.push(...some);
    expect(found).toEqual(['{"a":1}']);
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
    for await (const some of lines(stream)) found.push(...some);
    expect(found).toEqual(['{"a":"é"}']);
  });
});

describe('what was found', () => {
  it('has the best feed first, in whichever order they come', () => {
    const low = candidate({ url: 'https://a.example/low', score: 1 });
    const high = candidate({ url: 'https://a.example/high', score: 9 });
    const found = [low, high].reduce((sum, one) => take(sum, { type: 'candidate', candidate: one }), NOTHING_YET);
    expect(found.candidates.map(({ url }) => url)).toEqual([high.url, low.url]);
  });

  it('is replaced by what is told later of the same address', () => {
    const overlap = { url: 'https://a.example/portada', title: 'Portada', shared: 18, of: 20 };
    const other = candidate({ url: 'https://a.example/other', score: 5 });
    const found = [candidate({ score: 9 }), other, candidate({ score: 1, overlap, preselected: false })].reduce(
      (sum, one) => take(sum, { type: 'candidate', candidate: one }),
      NOTHING_YET,
    );
    expect(found.candidates.map(({ url, score }) => [url, score])).toEqual([
      [other.url, 5],
      ['https://a.example/feed', 1],
    ]);
    expect(found.candidates[1]?.overlap).toEqual(overlap);
  });

  it.each([
    [[candidate({}), candidate({ kind: 'news_sitemap' })], '1 feed, 1 sitemap'],
    [[candidate({}), candidate({ kind: 'atom' }), candidate({ comments: true })], '2 feeds, 1 comment feed'],
    [[candidate({ kind: 'sitemap' }), candidate({ kind: 'html_list' })], '1 sitemap, 1 HTML list'],
    [[candidate({ kind: undefined, outcome: 'not_found' })], 'No feed'],
    [[], 'No feed'],
  ])('is said in words', (candidates, words) => {
    expect(whatWasFound(candidates)).toBe(words);
  });
});
