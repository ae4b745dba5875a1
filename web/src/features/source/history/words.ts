import type { AuditEvent, FieldChange } from '@/api/gen/types.gen';
import { formatDay } from '@/lib/dates';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import { fieldLabel, formatValue } from '../form/field-labels';

/** One thing that happened, as the end of a sentence that begins with the person: "changed tier from 3 to 2". */
export interface Said {
  words: string;
  /** Both texts, when they are too long for the sentence. */
  texts?: { before: string; after: string };
}

/** Longer values would make the sentence hard to read. */
const MAX_IN_SENTENCE = 80;

/** Free text is quoted, so that it is told apart from our own words. */
const QUOTED = ['name', 'owner', 'pause_reason', 'section', 'notes', 'rights_note'];

/** What an event says, one sentence for each thing that changed; at least one. */
export function sayEvent(event: AuditEvent): Said[] {
  switch (event.action) {
    case 'source.created':
      return [{ words: 'added this source' }];
    case 'source.updated':
      return sayChanges(event.changes);
    case 'source.archived':
      return [{ words: 'archived this source' }];
    case 'source.unarchived':
      return [{ words: 'brought this source back' }];
    case 'source.deleted':
      return [{ words: 'deleted this source' }];
    case 'endpoint.created':
      return [{ words: `added endpoint ${endpointName(event)}` }];
    case 'endpoint.deleted':
      return [{ words: `deleted endpoint ${endpointName(event)}` }];
    case 'endpoint.updated':
      return sayEndpoint(event);
    default:
      // Of a newer API: what changed is still told, under the name of the action.
      return [{ words: `did “${event.action}”` }, ...event.changes.map((change) => sayChange(change))];
  }
}

/** The values that something began or ended with, for those who want to see them all. */
export function allValues(event: AuditEvent): { label: string; value: string }[] {
  const whole = ['source.created', 'source.deleted', 'endpoint.created', 'endpoint.deleted'];
  if (!whole.includes(event.action)) return [];
  return event.changes.map(({ field, before, after }) => ({
    label: fieldLabel(field),
    value: formatValue(field, after ?? before),
  }));
}

function sayChanges(changes: FieldChange[]): Said[] {
  const lifecycle = changes.find(({ field }) => field === 'lifecycle');
  if (!lifecycle) return changes.length > 0 ? changes.map((change) => sayChange(change)) : [{ words: 'saved it' }];
  // Until and reason are a part of the pause, not changes of their own.
  const rest = changes.filter(({ field }) => !['lifecycle', 'paused_until', 'pause_reason'].includes(field));
  return [{ words: sayLifecycle(lifecycle, changes) }, ...rest.map((change) => sayChange(change))];
}

function sayLifecycle({ before, after }: FieldChange, changes: FieldChange[]): string {
  if (after === 'paused') {
    const until = changes.find(({ field }) => field === 'paused_until')?.after;
    const reason = changes.find(({ field }) => field === 'pause_reason')?.after;
    return `paused it${until ? ` until ${formatDay(String(until))}` : ''}${reason ? `: “${String(reason)}”` : ''}`;
  }
  if (after === 'active') return before === 'paused' ? 'resumed it' : 'started it';
  return `changed state from ${formatValue('lifecycle', before)} to ${formatValue('lifecycle', after)}`;
}

function sayEndpoint(event: AuditEvent): Said[] {
  const name = endpointName(event);
  const said = event.changes.map((change): Said => {
    if (change.field !== 'intent') return sayChange(change, ` of endpoint ${name}`);
    const verb = { paused: 'paused', retired: 'retired', active: 'activated' }[String(change.after)];
    return verb ? { words: `${verb} endpoint ${name}` } : sayChange(change, ` of endpoint ${name}`);
  });
  return said.length > 0 ? said : [{ words: `saved endpoint ${name}` }];
}

/** The name, or the address when it has none, and what it is. */
function endpointName({ target, changes }: AuditEvent): string {
  const kind = changes.find(({ field }) => field === 'kind');
  const name = /^https?:/.test(target.name) ? target.name : `“${target.name}”`;
  // With both sides the kind itself changed, and is told on its own.
  if (!kind || (kind.before != null && kind.after != null)) return name;
  return `${name} (${labelOf(ENDPOINT_KIND, String(kind.after ?? kind.before))})`;
}

function sayChange({ field, before, after }: FieldChange, of = ''): Said {
  const label = fieldLabel(field);
  const what = label.charAt(0).toLowerCase() + label.slice(1) + of;
  if (field === 'logo') return { words: `${before == null ? 'set' : after == null ? 'removed' : 'replaced'} ${what}` };
  if (field === 'credentials') return { words: sayCredentials(what, before, after) };
  if (Array.isArray(before ?? after)) return { words: sayList(field, what, asList(before), asList(after)) };

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

/** The history knows that they were set, replaced or removed, and never what they were. */
function sayCredentials(what: string, before: unknown, after: unknown): string {
  if (after == null) return `removed ${what}`;
  const words = before == null ? 'set' : String(after);
  const [verb, ...why] = words.split(', ');
  return [`${verb} ${what}`, ...why].join(', ');
}

/** "added tags politics and sports, removed tag local". */
function sayList(field: string, what: string, before: string[], after: string[]): string {
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const name = (items: string[]) => `${items.length === 1 ? what.replace(/s\b/, '') : what} ${enumerate(field, items)}`;
  const said = [added.length > 0 && `added ${name(added)}`, removed.length > 0 && `removed ${name(removed)}`];
  return said.filter(Boolean).join(', ') || `put ${what} in another order`;
}

const enumeration = new Intl.ListFormat('en', { type: 'conjunction' });

function enumerate(field: string, items: string[]): string {
  return enumeration.format(items.map((item) => formatValue(field, [item])));
}

function asList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
