import type { Role } from '@/api/gen/types.gen';

/** What can be changed at once, in the groups of the menu. */
export const CHANGE_GROUPS = [
  {
    label: 'State',
    kinds: [
      { kind: 'pause', label: 'Pause' },
      { kind: 'activate', label: 'Start or resume' },
      { kind: 'archive', label: 'Archive' },
      { kind: 'unarchive', label: 'Unarchive' },
      { kind: 'delete', label: 'Delete drafts', role: 'admin' },
    ],
  },
  {
    label: 'Details',
    kinds: [
      { kind: 'tags', label: 'Tags' },
      { kind: 'owner', label: 'Owner' },
      { kind: 'languages', label: 'Languages' },
      { kind: 'place', label: 'Country and region' },
      { kind: 'media_type', label: 'Media type' },
      { kind: 'scope', label: 'Scope' },
      { kind: 'tier', label: 'Tier' },
      { kind: 'paywall', label: 'Paywall' },
      { kind: 'rights', label: 'Rights' },
      { kind: 'name', label: 'Name' },
      { kind: 'homepage', label: 'Homepage' },
    ],
  },
  {
    label: 'Endpoints',
    kinds: [
      { kind: 'schedule', label: 'Schedule' },
      { kind: 'charset', label: 'Encoding' },
      { kind: 'default_zone', label: 'Time zone' },
      { kind: 'intent', label: 'State of endpoints' },
    ],
  },
  {
    label: 'Work',
    kinds: [
      { kind: 'assign', label: 'Assign' },
      { kind: 'snooze', label: 'Snooze' },
    ],
  },
] as const satisfies { label: string; kinds: { kind: string; label: string; role?: Role }[] }[];

type Kind = (typeof CHANGE_GROUPS)[number]['kinds'][number];
export type ChangeKind = Kind['kind'];

const KINDS: Kind[] = CHANGE_GROUPS.flatMap((group): Kind[] => [...group.kinds]);

/** These kinds are the only change of their change set. */
const ALONE: ChangeKind[] = ['pause', 'activate', 'archive', 'unarchive', 'delete', 'assign', 'snooze'];

export function kindLabel(kind: ChangeKind): string {
  return KINDS.find((each) => each.kind === kind)!.label;
}

/**
 * Returns the kinds that can be added to a change. What only administrators may do is in the menu.
 */
export function combinableWith(
  chosen: ChangeKind[],
): { group: string; items: { value: ChangeKind; label: string }[] }[] {
  if (chosen.some((kind) => ALONE.includes(kind))) return [];
  return CHANGE_GROUPS.map(({ label, kinds }) => ({
    group: label,
    items: kinds
      .filter((kind) => !('role' in kind) && !chosen.includes(kind.kind))
      .filter(({ kind }) => chosen.length === 0 || !ALONE.includes(kind))
      .map(({ kind, label }) => ({ value: kind, label })),
  })).filter(({ items }) => items.length > 0);
}

/** Reports whether a kind changes endpoints, which can be limited to some kinds of endpoints. */
export function changesEndpoints(kind: ChangeKind): boolean {
  return CHANGE_GROUPS[2].kinds.some((each) => each.kind === kind);
}
