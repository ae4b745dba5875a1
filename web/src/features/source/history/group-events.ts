import type { AuditEvent } from '@/api/gen/types.gen';

/** Groups neighbouring events of one change set; every other event is a group of its own. */
export function groupEvents(events: AuditEvent[]): AuditEvent[][] {
  const groups: AuditEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const id = event.change_set_id;
    if (last && id !== undefined && last[0]!.change_set_id === id) last.push(event);
    else groups.push([event]);
  }
  return groups;
}
