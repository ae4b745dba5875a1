import { discover } from '@/api/gen/sdk.gen';
import type { DiscoveryEvent } from '@/api/gen/types.gen';

/**
 * Runs a discovery and passes on its events. Returns when the stream ends, even if it ends early,
 * without `done`. Events of one network chunk are passed together, so that a chunk with a hundred
 * candidates causes one render.
 */
export async function runDiscovery(address: string, onEvents: (events: DiscoveryEvent[]) => void, signal: AbortSignal) {
  const { data } = await discover({ body: { address }, parseAs: 'stream', signal });
  for await (const lines of readLines(data as unknown as ReadableStream<Uint8Array>)) {
    onEvents(lines.map((line) => JSON.parse(line) as DiscoveryEvent));
  }
}

/**
 * Yields the complete lines of a stream, those of one chunk together. A lost connection ends the
 * stream: the lines received before stay valid.
 */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let partialLine = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => END_OF_STREAM);
      partialLine += decoder.decode(value, { stream: !done });
      const lines = partialLine.split('\n');
      partialLine = lines.pop() ?? '';
      yield lines.filter((line) => line !== '');
      if (done) break;
    }
  } finally {
    reader.releaseLock();
  }
}

const END_OF_STREAM: ReadableStreamReadResult<Uint8Array> = { value: undefined, done: true };
