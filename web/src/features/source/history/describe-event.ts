import type { AuditEvent, FieldChange } from '@/api/gen/types.gen';
import { formatDay } from '@/lib/dates';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import { fieldLabel, formatValue } from '../form/field-labels';

/** One change, as the predicate of a sentence about the member: "changed tier from 3 to 2". */
export interface EventSentence {
  words: string;
  /** Set when the values are too long for the sentence. */
  texts?: { before: string; after: string };
}

/** Longer values are shown as a text diff. */
const MAX_IN_SENTENCE = 80;

/** Fields with free text, which is quoted. */
const QUOTED = ['name', 'owner', 'pause_reason', 'section', 'notes', 'rights_note'];

/** Returns one sentence per change of an event; at least one. */
export function describeEvent(event: AuditEvent): EventSentence[] {
  switch (event.action) {
    case 'source.created':
      return [{ words: 'added this source' }];
    case 'source.updated':
      return describeChanges(event.changes);
    case 'source.archived':
      return [{ words: 'archived this source' }];
    case 'source.unarchived':
      return [{ words: 'unarchived this source' }];
    case 'source.deleted':
      return [{ words: 'deleted this source' }];
    case 'endpoint.created':
      return [{ words: `added endpoint ${endpointName(event)}` }];
    case 'endpoint.deleted':
      return [{ words: `deleted endpoint ${endpointName(event)}` }];
    case 'endpoint.updated':
      return describeEndpointUpdate(event);
    default:
      // An action of a newer API version is shown by its name.
      return [{ words: `did “${event.action}”` }, ...event.changes.map((change) => describeChange(change))];
  }
}

/** Returns all values with which a source or endpoint was created or deleted; empty for other events. */
export function initialOrFinalValues(event: AuditEvent): { label: string; value: string }[] {
  const whole = ['source.created', 'source.deleted', 'endpoint.created', 'endpoint.deleted'];
  if (!whole.includes(event.action)) return [];
  return event.changes.map(({ field, before, after }) => ({
    label: fieldLabel(field),
    value: formatValue(field, after ?? before),
  }));
}

function describeChanges(changes: FieldChange[]): EventSentence[] {
  const lifecycle = changes.find(({ field }) => field === 'lifecycle');
  if (!lifecycle) return changes.length > 0 ? changes.map((change) => describeChange(change)) : [{ words: 'saved it' }];
  // The end and reason of a pause are part of the pause sentence.
  const rest = changes.filter(({ field }) => !['lifecycle', 'paused_until', 'pause_reason'].includes(field));
  return [{ words: describeLifecycle(lifecycle, changes) }, ...rest.map((change) => describeChange(change))];
}

function describeLifecycle({ before, after }: FieldChange, changes: FieldChange[]): string {
  if (after === 'paused') {
    const until = changes.find(({ field }) => field === 'paused_until')?.after;
    const reason = changes.find(({ field }) => field === 'pause_reason')?.after;
    return `paused it${until ? ` until ${formatDay(String(until))}` : ''}${reason ? `: “${String(reason)}”` : ''}`;
  }
  if (after === 'active') return before === 'paused' ? 'resumed it' : 'started it';
  return `changed state from ${formatValue('lifecycle', before)} to ${formatValue('lifecycle', after)}`;
}

function describeEndpointUpdate(event: AuditEvent): EventSentence[] {
  const name = endpointName(event);
  const said = event.changes.map((change): EventSentence => {
    if (change.field !== 'intent') return describeChange(change, ` of endpoint ${name}`);
    const verb = { paused: 'paused', retired: 'retired', active: 'activated' }[String(change.after)];
    return verb ? { words: `${verb} endpoint ${name}` } : describeChange(change, ` of endpoint ${name}`);
  });
  return said.length > 0 ? said : [{ words: `saved endpoint ${name}` }];
}

/** Returns the name of an endpoint, or its address, with its kind. */
function endpointName({ target, changes }: AuditEvent): string {
  const kind = changes.find(({ field }) => field === 'kind');
  const name = /^https?:/.test(target.name) ? target.name : `“${target.name}”`;
  // With both values the kind itself changed and has its own sentence.
  if (!kind || (kind.before != null && kind.after != null)) return name;
  return `${name} (${labelOf(ENDPOINT_KIND, String(kind.after ?? kind.before))})`;
}

function describeChange({ field, before, after }: FieldChange, of = ''): EventSentence {
  const label = fieldLabel(field);
  const what = label.charAt(0).toLowerCase() + label.slice(1) + of;
  if (field === 'logo') return { words: `${before == null ? 'set' : after == null ? 'removed' : 'replaced'} ${what}` };
  if (field === 'credentials') return { words: describeCredentials(what, before, after) };
  if (Array.isArray(before ?? after)) return { words: describeList(field, what, asList(before), asList(after)) };

  const [old, now] = [formatValue(field, before), formatValue(field, after)];
  if ([old, now].some((text) => text.length > MAX_IN_SENTENCE || text.includes('\n'))) {
    const verb = !old ? 'wrote' : !now ? 'cleared' : 'changed';
    return { words: `${verb} ${what}`, texts: { before: old, after: now } };
  }
  const quote = (text: string) => (QUOTED.includes(field) ? `“${text}”` : text);
  if (!old) return { words: `set ${what} to ${quote(now)}` };
  if (!now) return { words: `cleared ${what}, which was ${quote(old)}` };
  return { words: `changed ${what} from ${quote(old)} to ${quote(now)}` };
}

/** Events record that credentials were set, replaced or removed, but not their values. */
function describeCredentials(what: string, before: unknown, after: unknown): string {
  if (after == null) return `removed ${what}`;
  const words = before == null ? 'set' : String(after);
  const [verb, ...why] = words.split(', ');
  return [`${verb} ${what}`, ...why].join(', ');
}

/** "added tags politics and sports, removed tag local". */
function describeList(field: string, what: string, before: string[], after: string[]): string {
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const name = (items: string[]) =>
    `${items.length === 1 ? what.replace(/s\b/, '') : what} ${joinValues(field, items)}`;
  const said = [added.length > 0 && `added ${name(added)}`, removed.length > 0 && `removed ${name(removed)}`];
  return said.filter(Boolean).join(', ') || `put ${what} in another order`;
}

const enumeration = new Intl.ListFormat('en', { type: 'conjunction' });

function joinValues(field: string, items: string[]): string {
  return enumeration.format(items.map((item) => formatValue(field, [item])));
}

function asList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
