import type { FetchTimings, Preview } from '@/api/gen/types.gen';

const KILO = 1000;

/** "512 B", "12.4 kB", "3.1 MB": as people count, with a digit where it says something. */
export function sizeWords(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const [amount, unit] = bytes < KILO * KILO ? [bytes / KILO, 'kB'] : [bytes / (KILO * KILO), 'MB'];
  return `${amount < 100 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** What went over the wire, and what it was unpacked: "9.8 kB as gzip, 61.2 kB unpacked". */
export function sizesWords(preview: Pick<Preview, 'bytes' | 'wire_bytes' | 'content_encoding'>): string {
  const { bytes, wire_bytes: wire, content_encoding: encoding } = preview;
  if (!encoding || wire === 0) return sizeWords(bytes);
  return `${sizeWords(wire)} as ${encoding}, ${sizeWords(bytes)} unpacked`;
}

/** "143 ms", "2.4 s" */
export function durationWords(ms: number): string {
  return ms < KILO ? `${ms} ms` : `${(ms / KILO).toFixed(1)} s`;
}

interface Phase {
  key: string;
  name: string;
  ms: number;
}

/**
 * Where the time went, in the order in which it passes. The total also has what is ours: waiting for our turn at the
 * site, and asking its robots.txt. Each number has lost what is less than a millisecond, which says nothing about us.
 */
export function phasesOf(timings: FetchTimings): Phase[] {
  const phases = [
    { key: 'dns', name: 'DNS', ms: timings.dns_ms },
    { key: 'connect', name: 'Connect', ms: timings.connect_ms },
    { key: 'tls', name: 'TLS', ms: timings.tls_ms },
    { key: 'first-byte', name: 'First byte', ms: timings.first_byte_ms },
    { key: 'body', name: 'Body', ms: timings.body_ms },
  ];
  const ours = timings.total_ms - phases.reduce((sum, { ms }) => sum + ms, 0);
  return ours > phases.length ? [{ key: 'ours', name: 'Our turn, robots.txt', ms: ours }, ...phases] : phases;
}
