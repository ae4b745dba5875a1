import type { AuditEvent, FieldChange, SuggestionKind } from '@/api/gen/types.gen';
import { fieldLabel, formatValue } from '@/components/form/field-labels';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { REVIEW } from '@/entities/rights/labels';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';

/** One change, as the predicate of a sentence about the member: "changed tier from 3 to 2". */
export interface EventSentence {
  text: string;
  /** The id of the source whose name follows the text. */
  source?: string;
  /** Set when the values are too long for the sentence. */
  diff?: { before: string; after: string };
}

/** Longer values are shown as a text diff. */
const MAX_IN_SENTENCE = 80;

/** Fields with free text, which is quoted. */
const QUOTED = ['name', 'owner', 'pause_reason', 'section', 'notes', 'rights_note'];

/** Returns one sentence per change of an event; at least one. */
export function describeEvent(event: AuditEvent): EventSentence[] {
  const subject = subjectOf(event);
  switch (event.action) {
    case 'source.created':
      return [{ text: `added ${subject}` }];
    case 'source.updated':
      return describeChanges(event.changes);
    case 'source.uses_changed':
      return event.changes.map((change) =>
        change.field === 'rights_review' ? describeReview(change) : describeChange(change),
      );
    case 'source.hosting_changed':
      return [{ text: 'recorded a change of hosting' }, ...event.changes.map((change) => describeChange(change))];
    case 'source.contract_changed':
      return [{ text: 'changed the contract' }, ...event.changes.map((change) => describeChange(change))];
    case 'source.rights_reviewed':
      return [{ text: 'reviewed the rights' }];
    case 'source.archived':
      return [{ text: `archived ${subject}` }];
    case 'source.unarchived':
      return [{ text: `unarchived ${subject}` }];
    case 'source.merged':
      return [{ text: `merged ${subject} into`, source: mergedInto(event) }];
    case 'source.separated':
      return [{ text: `undid the merge of ${subject}` }];
    case 'source.restored':
      return [{ text: `restored ${subject}` }];
    case 'source.deleted':
      return [{ text: `deleted ${subject}` }];
    case 'endpoint.created':
      return [{ text: `added endpoint ${endpointName(event)}` }];
    case 'endpoint.restored':
      return [{ text: `restored endpoint ${endpointName(event)}` }];
    case 'endpoint.deleted':
      return [{ text: `deleted endpoint ${endpointName(event)}` }];
    case 'endpoint.moved':
      return [{ text: `moved endpoint ${endpointName(event)} to ${subject}` }];
    case 'endpoint.updated':
      return describeEndpointUpdate(event);
    case 'suggestion.accepted':
    case 'suggestion.applied':
    case 'suggestion.completed':
    case 'suggestion.dismissed':
    case 'suggestion.undone':
      return [{ text: describeSuggestion(event) }];
    case 'items.released':
    case 'items.discarded':
    case 'items.withdrawn':
      return [{ text: describeHeldItems(event) }];
    case 'work.assigned':
    case 'work.unassigned':
    case 'work.snoozed':
    case 'work.unsnoozed':
    case 'work.ended':
      return [{ text: describeWork(event) }];
    default:
      // An action of a newer API version is shown by its name.
      return [{ text: `performed “${event.action}”` }, ...event.changes.map((change) => describeChange(change))];
  }
}

/**
 * Returns all values with which a source or endpoint was created or deleted; empty for other
 * events.
 */
export function initialOrFinalValues(event: AuditEvent): { label: string; value: string }[] {
  if (!/^(source|endpoint)\.(created|restored|deleted)$/.test(event.action)) return [];
  return event.changes.map(({ field, before, after }) => ({
    label: fieldLabel(field),
    value: formatValue(field, after ?? before),
  }));
}

/** Returns "this source", or the name of the merged source to which an event belongs. */
function subjectOf({ merged_source: merged }: AuditEvent): string {
  return merged === undefined ? 'this source' : `“${merged}”`;
}

/** "asked for a review of the rights: the contract has ended". */
function describeReview({ after }: FieldChange): EventSentence {
  const reason = labelOf(REVIEW, String(after));
  return { text: `asked for a review of the rights: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` };
}

/** Returns the id of the source that a source was merged into. */
function mergedInto({ changes }: AuditEvent): string {
  return String(changes.find(({ field }) => field === 'merged_into')?.after);
}

function describeChanges(changes: FieldChange[]): EventSentence[] {
  const lifecycle = changes.find(({ field }) => field === 'lifecycle');
  if (!lifecycle) return changes.length > 0 ? changes.map((change) => describeChange(change)) : [{ text: 'saved it' }];
  // The end and reason of a pause are part of the pause sentence.
  const rest = changes.filter(({ field }) => !['lifecycle', 'paused_until', 'pause_reason'].includes(field));
  return [{ text: describeLifecycle(lifecycle, changes) }, ...rest.map((change) => describeChange(change))];
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
  const sentences = event.changes.map((change): EventSentence => {
    if (change.field !== 'intent') return describeChange(change, ` of endpoint ${name}`);
    const verb = { paused: 'paused', retired: 'retired', active: 'activated' }[String(change.after)];
    return verb ? { text: `${verb} endpoint ${name}` } : describeChange(change, ` of endpoint ${name}`);
  });
  return sentences.length > 0 ? sentences : [{ text: `saved endpoint ${name}` }];
}

const SUGGESTION_PURPOSE: Record<SuggestionKind, string> = {
  moved: 'to use the new address of',
  replaced: 'to replace',
  duplicate: 'to retire the duplicate',
  settings: 'to change the settings of',
  faster: 'to check more often',
  slower: 'to check less often',
  archive: 'to archive',
  same_outlet: 'to merge',
  other_outlet: 'to archive because of another outlet',
  field: 'for a field of',
};

/** "accepted the suggestion to use the new address of endpoint …". */
function describeSuggestion(event: AuditEvent): string {
  const kind = event.changes.find(({ field }) => field === 'suggestion')?.after;
  const purpose = SUGGESTION_PURPOSE[kind as SuggestionKind] ?? 'for';
  const what = event.target.type === 'endpoint' ? `endpoint ${endpointName(event)}` : subjectOf(event);
  const verb =
    event.action === 'suggestion.undone' ? 'undid the decision about' : event.action.replace('suggestion.', '');
  return `${verb} the suggestion ${purpose} ${what}`;
}

/** Describes the end of held items, such as "stored 46 held items of endpoint “Portada” as new". */
function describeHeldItems(event: AuditEvent): string {
  const count = Number(event.changes.find(({ field }) => field === 'items')?.after);
  const items = `${formatCount(count, 'held item')} of endpoint ${endpointName(event)}`;
  switch (event.action) {
    case 'items.released':
      return `stored ${items} as new`;
    case 'items.discarded':
      return `discarded ${items} as ${count === 1 ? 'a duplicate' : 'duplicates'}`;
    default:
      return `dropped ${items}, because the site uses the known IDs again`;
  }
}

/**
 * Describes a change of the work on a source, such as "assigned this source to Ada Editor". An
 * event of the service has no actor.
 */
function describeWork(event: AuditEvent): string {
  const { action, changes, actor } = event;
  const subject = subjectOf(event);
  const assignee = changes.find(({ field }) => field === 'assignee');
  const until = changes.find(({ field }) => field === 'snoozed_until');
  const isService = !actor.id && !actor.email;
  switch (action) {
    case 'work.assigned':
      return `assigned ${subject} to ${String(assignee?.after)}${assignee?.before ? ` instead of ${String(assignee.before)}` : ''}`;
    case 'work.unassigned':
      return `unassigned ${String(assignee?.before)}`;
    case 'work.snoozed':
      return `snoozed ${subject} until ${formatDay(String(until?.after))}`;
    case 'work.unsnoozed':
      return isService ? 'ended the snooze at its date' : `ended the snooze of ${subject}`;
    default: {
      const ended = [assignee && `the assignment to ${String(assignee.before)}`, until && 'the snooze'].filter(Boolean);
      return `ended ${ended.join(' and ') || 'the work'}, because the source works again or is no longer checked`;
    }
  }
}

/** Returns the name of an endpoint, or its address, with its kind. */
function endpointName({ target, changes }: AuditEvent): string {
  const kind = changes.find(({ field }) => field === 'kind');
  const name = /^https?:/.test(target.name) ? target.name : `“${target.name}”`;
  // With both values the kind itself changed and has its own sentence.
  if (!kind || (kind.before != null && kind.after != null)) return name;
  return `${name} (${labelOf(ENDPOINT_KIND, String(kind.after ?? kind.before))})`;
}

function describeChange({ field, before, after }: FieldChange, suffix = ''): EventSentence {
  const label = fieldLabel(field);
  const subject = label.charAt(0).toLowerCase() + label.slice(1) + suffix;
  if (field === 'logo')
    return { text: `${before == null ? 'set' : after == null ? 'removed' : 'replaced'} ${subject}` };
  if (field === 'parent_id') {
    return { text: after ? 'set the parent to' : 'removed the parent', source: String(after ?? before) };
  }
  if (field === 'credentials') return { text: describeCredentials(subject, before, after) };
  if (Array.isArray(before ?? after))
    return { text: describeList(field, subject, asList(field, before), asList(field, after)) };

  const [old, now] = [formatValue(field, before), formatValue(field, after)];
  if ([old, now].some((value) => value.length > MAX_IN_SENTENCE || value.includes('\n'))) {
    const verb = !old ? 'wrote' : !now ? 'cleared' : 'changed';
    return { text: `${verb} ${subject}`, diff: { before: old, after: now } };
  }
  const quote = (value: string) => (QUOTED.includes(field) ? `“${value}”` : value);
  if (!old) return { text: `set ${subject} to ${quote(now)}` };
  if (!now) return { text: `cleared ${subject}, which was ${quote(old)}` };
  return { text: `changed ${subject} from ${quote(old)} to ${quote(now)}` };
}

/** Events record that credentials were set, replaced or removed, but not their values. */
function describeCredentials(subject: string, before: unknown, after: unknown): string {
  if (after == null) return `removed ${subject}`;
  const action = before == null ? 'set' : String(after);
  const [verb, ...reason] = action.split(', ');
  return [`${verb} ${subject}`, ...reason].join(', ');
}

/** "added tags politics and sports, removed tag local". */
function describeList(field: string, subject: string, before: string[], after: string[]): string {
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const singular = field === 'aliases' ? 'the name or address' : subject.replace(/s\b/, '');
  const label = (items: string[]) => `${items.length === 1 ? singular : subject} ${listFormat.format(items)}`;
  const parts = [added.length > 0 && `added ${label(added)}`, removed.length > 0 && `removed ${label(removed)}`];
  return parts.filter(Boolean).join(', ') || `reordered ${subject}`;
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

function asList(field: string, value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => formatValue(field, [item])) : [];
}
