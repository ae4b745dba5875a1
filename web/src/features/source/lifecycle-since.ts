import type { AuditEvent, Lifecycle } from '@/api/gen/types.gen';

/**
 * Since when a source is in its state, from its history (newest first); null when that lies further back than what is
 * loaded. Adding a source begins its first state, and unarchiving it begins the old one again.
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
