import { describe, expect, it } from 'vitest';
import { readLines } from '@/entities/discovery/run-discovery';
import { candidateSummary } from './candidate-summary';
import { addEvent, EMPTY_DISCOVERY } from './discovery';
import { aCandidate } from './fixture';

function streamOf(...chunks: (string | Uint8Array<ArrayBuffer>)[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      }
      controller.close();
    },
  });
}

async function collectLines(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const all = [];
  for await (const lines of readLines(stream)) all.push(...lines);
  return all;
}

describe('readLines', () => {
  it.each([
    ['complete lines', ['{"a":1}\n{"b":2}\n'], ['{"a":1}', '{"b":2}']],
    ['a line in two chunks', ['{"a"', ':1}\n'], ['{"a":1}']],
    ['an incomplete last line', ['{"a":1}\n{"b"'], ['{"a":1}']],
    ['an empty stream', [], []],
  ])('reads %s', async (_, chunks, expected) => {
    expect(await collectLines(streamOf(...chunks))).toEqual(expected);
  });

  it('yields the lines of one chunk together', async () => {
    const { value } = await readLines(new Response('{"a":1}\n{"b":2}\n').body!).next();
    expect(value).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('ends when the connection is lost', async () => {
    const chunks = ['{"a":1}\n'];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(new TextEncoder().encode(chunk));
        else controller.error(new TypeError('network error'));
      },
    });
    expect(await collectLines(stream)).toEqual(['{"a":1}']);
  });

  it('joins a character that is split between two chunks', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}\n');
    expect(await collectLines(streamOf(bytes.slice(0, 7), bytes.slice(7)))).toEqual(['{"a":"é"}']);
  });
});

describe('addEvent', () => {
  it('sorts candidates by rank, whatever the order of the events', () => {
    const low = aCandidate({ url: 'https://a.example/low', rank: 9 });
    const high = aCandidate({ url: 'https://a.example/high', rank: 1 });
    const discovery = [low, high].reduce(
      (before, candidate) => addEvent(before, { type: 'candidate', candidate }),
      EMPTY_DISCOVERY,
    );
    expect(discovery.candidates.map(({ url }) => url)).toEqual([high.url, low.url]);
  });

  it('replaces a candidate that is sent again', () => {
    const overlap = { url: 'https://a.example/portada', title: 'Portada', shared: 18, of: 20 };
    const other = aCandidate({ url: 'https://a.example/other', rank: 2 });
    const updated = aCandidate({ rank: 3, overlap, preselected: false });
    const discovery = [aCandidate({ rank: 1 }), other, updated].reduce(
      (before, candidate) => addEvent(before, { type: 'candidate', candidate }),
      EMPTY_DISCOVERY,
    );
    expect(discovery.candidates.map(({ url, rank }) => [url, rank])).toEqual([
      [other.url, 2],
      ['https://a.example/feed', 3],
    ]);
    expect(discovery.candidates[1]?.overlap).toEqual(overlap);
  });
});

it.each([
  [[aCandidate({}), aCandidate({ kind: 'news_sitemap' })], '1 feed, 1 sitemap'],
  [[aCandidate({}), aCandidate({ kind: 'atom' }), aCandidate({ comments: true })], '2 feeds, 1 comment feed'],
  [[aCandidate({ kind: 'sitemap' }), aCandidate({ kind: 'html_list' })], '1 sitemap, 1 page list'],
  [[aCandidate({ kind: undefined, outcome: 'not_found' })], 'No feed'],
  [[aCandidate({}), aCandidate({ kind: undefined, outcome: 'not_checked' })], '1 feed, 1 not checked'],
  [[], 'No feed'],
])('candidateSummary counts candidates by kind: %#', (candidates, text) => {
  expect(candidateSummary(candidates)).toBe(text);
});
