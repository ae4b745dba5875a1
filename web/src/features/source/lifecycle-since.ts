import type { AuditEvent, Lifecycle } from '@/api/gen/types.gen';

/**
 * Returns when a source entered its lifecycle state, from its history (newest first); null when the
 * loaded events do not reach back that far.
 */
export function lifecycleSince(lifecycle: Lifecycle, events: AuditEvent[]): string | null {
  for (const { action, at, changes, target } of events) {
    if (target.type !== 'source') continue;
    const change = changes.find(({ field }) => field === 'lifecycle');
    if (change) return change.after === lifecycle ? at : null;
    if (action === 'source.created') return at;
  }
  return null;
}
