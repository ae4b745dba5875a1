import type { Person, SourceWork, WorkOutcome } from '@/api/gen/types.gen';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import type { Target } from './use-change-work';

export interface Assignee {
  id: string;
  name: string;
}

export type WorkAction =
  | { type: 'assign'; assignee: Assignee }
  | { type: 'unassign' }
  | { type: 'snooze'; until: string }
  | { type: 'unsnooze' };

/** Returns the text about a saved change, such as "Daily is assigned to Ada Editor." */
export function describeChange(action: WorkAction, names: string[]): string {
  const what = names.length === 1 ? `${names[0]} is` : `${formatCount(names.length, 'source')} are`;
  switch (action.type) {
    case 'assign':
      return `${what} assigned to ${action.assignee.name}.`;
    case 'unassign':
      return `${what} unassigned.`;
    case 'snooze':
      return `${what} snoozed until ${formatDay(action.until)}.`;
    case 'unsnooze':
      return `${what} no longer snoozed.`;
  }
}

/**
 * Returns the action that restores the assignee or the snooze that a source had before a change.
 */
function inverseOf(action: WorkAction, before: SourceWork): WorkAction {
  if (action.type === 'assign' || action.type === 'unassign') {
    const assignee = asAssignee(before.assignee);
    return assignee ? { type: 'assign', assignee } : { type: 'unassign' };
  }
  const until = before.snoozed_until;
  return until ? { type: 'snooze', until } : { type: 'unsnooze' };
}

/**
 * Returns the actions that undo a saved change. Sources that had the same state before share one
 * action. The targets have the versions that the change saved.
 */
export function undoOf(action: WorkAction, targets: Target[], saved: WorkOutcome[]): [WorkAction, Target[]][] {
  const groups = new Map<string, [WorkAction, Target[]]>();
  for (const { source_id: id, work } of saved) {
    const target = targets.find((each) => each.id === id);
    if (!target) continue;
    const undo = inverseOf(action, target.work);
    const key = JSON.stringify(undo);
    const group = groups.get(key) ?? [undo, []];
    group[1].push({ ...target, work });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns a person as an assignee, or null if the person has no id. */
export function asAssignee(person: Person | undefined): Assignee | null {
  return person?.id ? { id: person.id, name: person.name } : null;
}

/** Returns the initials of a name, at most two letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toLocaleUpperCase('en');
}

/** The choices of the snooze menu. */
export const SNOOZES = [
  { label: '1 day', days: 1, months: 0 },
  { label: '1 week', days: 7, months: 0 },
  { label: '1 month', days: 0, months: 1 },
] as const;

/**
 * Returns the end of a snooze that begins now. If the month of the end is too short for the day,
 * the snooze ends on the last day of that month.
 */
export function snoozeEnd({ days, months }: { days: number; months: number }, now: Date): string {
  const end = new Date(now);
  end.setDate(end.getDate() + days);
  if (months > 0) {
    const day = end.getDate();
    end.setMonth(end.getMonth() + months);
    if (end.getDate() !== day) end.setDate(0);
  }
  return end.toISOString();
}
