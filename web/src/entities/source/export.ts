import { exportSelectedSources } from '@/api/gen/sdk.gen';
import type { SourceExport } from '@/api/gen/types.gen';

interface Options {
  signal: AbortSignal;
  /** Called with the number of bytes that were received. */
  onProgress: (bytes: number) => void;
}

/** Downloads sources as a file. */
export async function downloadSources(body: SourceExport, { signal, onProgress }: Options): Promise<Blob> {
  const { data, response } = await exportSelectedSources({ body, signal, parseAs: 'stream' });
  const reader = (data as unknown as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    onProgress(bytes);
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? undefined });
}
