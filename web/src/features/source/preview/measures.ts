import type { FetchTimings, Preview } from '@/api/gen/types.gen';
import { formatBytes } from '@/lib/format-bytes';

/**
 * Returns the compressed and the uncompressed size, such as "9.8 kB (gzip), 61.2 kB uncompressed".
 */
export function sizesText(preview: Pick<Preview, 'bytes' | 'wire_bytes' | 'content_encoding'>): string {
  const { bytes, wire_bytes: wire, content_encoding: encoding } = preview;
  if (!encoding || wire === 0) return formatBytes(bytes);
  return `${formatBytes(wire)} (${encoding}), ${formatBytes(bytes)} uncompressed`;
}

interface Phase {
  key: string;
  name: string;
  ms: number;
}

/**
 * Returns the phases of a request in order. The rest of the total is the time in the service's
 * queue for the site and the time to read robots.txt. Each phase is rounded down, so a rest of a
 * few milliseconds is a rounding error and not shown.
 */
export function timingPhases(timings: FetchTimings): Phase[] {
  const phases = [
    { key: 'dns', name: 'DNS', ms: timings.dns_ms },
    { key: 'connect', name: 'Connect', ms: timings.connect_ms },
    { key: 'tls', name: 'TLS', ms: timings.tls_ms },
    { key: 'first-byte', name: 'First byte', ms: timings.first_byte_ms },
    { key: 'body', name: 'Body', ms: timings.body_ms },
  ];
  const waited = timings.total_ms - phases.reduce((sum, { ms }) => sum + ms, 0);
  return waited > phases.length ? [{ key: 'queue', name: 'Queue, robots.txt', ms: waited }, ...phases] : phases;
}
