import { expect, test } from 'vitest';
import type { WorkOutcome } from '@/api/gen/types.gen';
import { describeChange, initialsOf, SNOOZES, snoozeEnd, undoOf, type WorkAction } from './work-change';

test.each([
  ['1 day', '2026-11-23T10:00:00', '2026-11-24T10:00:00'],
  ['1 week', '2026-12-28T10:00:00', '2027-01-04T10:00:00'],
  ['1 month', '2026-11-23T10:00:00', '2026-12-23T10:00:00'],
  ['1 month', '2027-01-31T10:00:00', '2027-02-28T10:00:00'],
])('a snooze of %s from %s ends at %s', (label, now, end) => {
  const choice = SNOOZES.find((each) => each.label === label)!;
  expect(snoozeEnd(choice, new Date(now))).toBe(new Date(end).toISOString());
});

test.each([
  ['Ada Editor', 'AE'],
  ['Ada', 'A'],
  ['Ada B. Editor', 'AE'],
  ['ben.writer@example.org', 'BO'],
  ['李 小龙', '李小'],
  ['', ''],
])('the initials of “%s” are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

const ada = { id: 'a', name: 'Ada' };
const ben = { id: 'b', name: 'Ben', email: 'ben@example.org' };

test.each<[WorkAction, string[], string]>([
  [{ type: 'assign', assignee: ada }, ['Daily'], 'Daily is assigned to Ada.'],
  [{ type: 'unassign' }, ['Daily', 'Weekly'], '2 sources are unassigned.'],
  [{ type: 'snooze', until: '2026-12-03T12:00:00Z' }, ['Daily'], 'Daily is snoozed until 3 Dec 2026.'],
  [{ type: 'unsnooze' }, ['Daily'], 'Daily is no longer snoozed.'],
])('%o is described', (action, names, text) => expect(describeChange(action, names)).toBe(text));

test('an undo restores the former assignee of each saved source', () => {
  const targets = [
    { id: '1', name: 'One', work: { version: 1 } },
    { id: '2', name: 'Two', work: { version: 4, assignee: ben } },
    { id: '3', name: 'Three', work: { version: 7 } },
  ];
  const saved: WorkOutcome[] = ['1', '2'].map((id) => ({ source_id: id, outcome: 'saved', work: { version: 9 } }));
  expect(undoOf({ type: 'assign', assignee: ada }, targets, saved)).toEqual([
    [{ type: 'unassign' }, [{ ...targets[0], work: { version: 9 } }]],
    [{ type: 'assign', assignee: { id: 'b', name: 'Ben' } }, [{ ...targets[1], work: { version: 9 } }]],
  ]);
  expect(undoOf({ type: 'snooze', until: '2026-12-03T12:00:00Z' }, targets, saved.slice(0, 1))[0]![0]).toEqual({
    type: 'unsnooze',
  });
});
