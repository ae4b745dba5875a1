import type { ChangeOperation, ChangeSetCreate } from '@/api/gen/types.gen';
import { parseSchedule } from '@/components/form/schedule-words';
import { startOfLocalDay } from '@/lib/dates';
import { NO_VALUE, type BulkValues } from './bulk-values';
import { changesEndpoints, type ChangeKind } from './change-kinds';

type Field = ChangeOperation['field'];

/** Sets a field, or clears it if "no value" was chosen. */
function setOrClear(field: Field, value: string): ChangeOperation {
  return value === '' || value === NO_VALUE ? { field, action: 'clear' } : { field, action: 'set', value };
}

function changeList(field: Field, action: BulkValues['tags_action'], values: string[]): ChangeOperation {
  return action === 'clear' ? { field, action } : { field, action, values };
}

function changeName({ name_action: action, name_prefix: prefix, name_suffix: suffix, ...values }: BulkValues) {
  if (action === 'replace') return { field: 'name', action, find: values.name_find, with: values.name_with } as const;
  return { field: 'name', action, ...(prefix && { prefix }), ...(suffix && { suffix }) } as const;
}

function pause({ paused_until: until, pause_reason: reason }: BulkValues): ChangeOperation {
  const details = { ...(until && { until: startOfLocalDay(until) }), ...(reason && { reason }) };
  return { field: 'lifecycle', action: 'pause', ...details };
}

function snooze({ snoozed_until: until }: BulkValues): ChangeOperation {
  return until
    ? { field: 'snooze', action: 'set', until: startOfLocalDay(until) }
    : { field: 'snooze', action: 'clear' };
}

function changeSchedule({ schedule: json }: BulkValues): ChangeOperation {
  const schedule = parseSchedule(json);
  return schedule ? { field: 'schedule', action: 'set', schedule } : { field: 'schedule', action: 'clear' };
}

/** Changes the country, and the region if one is chosen. Without a country there is no region. */
function changePlace({ country, region }: BulkValues): ChangeOperation[] {
  const changed = [setOrClear('country', country)];
  return region || country === NO_VALUE ? [...changed, setOrClear('region', region)] : changed;
}

/** Changes the rights, and the note on them if one is entered. */
function changeRights({ rights, rights_note: value }: BulkValues): ChangeOperation[] {
  const changed = [setOrClear('rights', rights)];
  return value ? [...changed, { field: 'rights_note', action: 'set', value }] : changed;
}

/** Returns the operations of one kind of change. */
function operationsOf(kind: ChangeKind, values: BulkValues): ChangeOperation[] {
  switch (kind) {
    case 'tags':
      return [changeList('tags', values.tags_action, values.tags)];
    case 'languages':
      return [changeList('languages', values.languages_action, values.languages)];
    case 'place':
      return changePlace(values);
    case 'rights':
      return changeRights(values);
    case 'name':
      return [changeName(values)];
    case 'homepage':
      return [{ field: 'homepage_url', action: 'set', value: values.homepage }];
    case 'pause':
      return [pause(values)];
    case 'activate':
    case 'archive':
    case 'unarchive':
    case 'delete':
      return [{ field: 'lifecycle', action: kind }];
    case 'schedule':
      return [changeSchedule(values)];
    case 'assign':
      return [setOrClear('assignee', values.assignee)];
    case 'snooze':
      return [snooze(values)];
    default:
      return [setOrClear(kind, values[kind])];
  }
}

/** Returns the request that previews a change of the selected sources. */
export function changeOf(values: BulkValues, selection: ChangeSetCreate['selection']): ChangeSetCreate {
  const { kinds, reason, endpoint_kinds } = values;
  return {
    selection,
    operations: kinds.flatMap((kind) => operationsOf(kind, values)),
    ...(endpoint_kinds.length > 0 && kinds.some(changesEndpoints) && { endpoint_kinds }),
    ...(reason && { reason }),
  };
}

/** The form field of a part of an operation, if it is not the field of the kind. */
const PARTS: Record<string, keyof BulkValues> = {
  'name/prefix': 'name_prefix',
  'name/suffix': 'name_suffix',
  'name/find': 'name_find',
  'name/with': 'name_with',
  'lifecycle/until': 'paused_until',
  'lifecycle/reason': 'pause_reason',
  'homepage_url/value': 'homepage',
  'snooze/until': 'snoozed_until',
};

/** Returns the form field that shows the errors of each part of the operations, by JSON pointer. */
export function errorAliases(values: BulkValues): Record<string, keyof BulkValues> {
  const operations = values.kinds.flatMap((kind) => operationsOf(kind, values));
  const aliases = operations.flatMap(({ field, ...parts }, at) =>
    Object.keys(parts).map((part) => {
      const alias = PARTS[`${field}/${part}`] ?? (field in values ? (field as keyof BulkValues) : 'kinds');
      return [`/operations/${at}/${part}`, alias] as const;
    }),
  );
  return Object.fromEntries(aliases);
}
