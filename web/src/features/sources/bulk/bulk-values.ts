import type { EndpointKind } from '@/api/gen/types.gen';
import { LIMITS } from '@/components/form/limits';
import { textUpTo } from '@/components/form/text-schema';
import { z } from '@/lib/zod';
import type { ChangeKind } from './change-kinds';

/** The value of a select that removes the present value. */
export const NO_VALUE = 'none';

/** How a list of values is changed. */
export const LIST_ACTIONS = { add: 'Add', remove: 'Remove', set: 'Replace all with', clear: 'Remove all' };
type ListAction = keyof typeof LIST_ACTIONS;

export const NAME_ACTIONS = { trim: 'Remove from the start or end', replace: 'Replace a text' };

const text = z.string();
const list = z.custom<ListAction>((value) => typeof value === 'string');

const fields = z.object({
  kinds: z.custom<ChangeKind[]>((value) => Array.isArray(value)),
  tags_action: list,
  tags: z.array(z.string()),
  languages_action: list,
  languages: z.array(z.string()),
  country: text,
  region: text,
  owner: textUpTo(LIMITS.owner),
  media_type: text,
  scope: text,
  tier: text,
  paywall: text,
  rights: text,
  rights_note: textUpTo(LIMITS.rights_note),
  name_action: z.custom<keyof typeof NAME_ACTIONS>((value) => typeof value === 'string'),
  // Spaces at the ends belong to the texts of a rule.
  name_prefix: text.max(LIMITS.name),
  name_suffix: text.max(LIMITS.name),
  name_find: text.max(LIMITS.name),
  name_with: text.max(LIMITS.name),
  homepage: text,
  paused_until: text,
  pause_reason: textUpTo(LIMITS.pause_reason),
  schedule: text,
  charset: text,
  default_zone: text,
  intent: text,
  assignee: text,
  snoozed_until: text,
  endpoint_kinds: z.custom<EndpointKind[]>((value) => Array.isArray(value)),
  reason: textUpTo(LIMITS.pause_reason),
});

export type BulkValues = z.infer<typeof fields>;

type Missing = [keyof BulkValues, string];

/** Returns the field of a kind that needs a value, with its message. */
function missing(kind: ChangeKind, values: BulkValues): Missing | null {
  const chosen = (field: keyof BulkValues, message = 'Choose a value.'): Missing | null =>
    values[field] === '' ? [field, message] : null;
  switch (kind) {
    case 'tags':
      return values.tags_action !== 'clear' && values.tags.length === 0 ? ['tags', 'Enter at least one tag.'] : null;
    case 'languages':
      return values.languages_action !== 'clear' && values.languages.length === 0
        ? ['languages', 'Choose at least one language.']
        : null;
    case 'place':
      return chosen('country');
    case 'name':
      if (values.name_action === 'replace') return chosen('name_find', 'Enter the text to replace.');
      return values.name_suffix === '' ? chosen('name_prefix', 'Enter a text for the start or for the end.') : null;
    case 'media_type':
    case 'scope':
    case 'tier':
    case 'paywall':
    case 'rights':
    case 'homepage':
    case 'charset':
    case 'default_zone':
    case 'intent':
      return chosen(kind);
    case 'assign':
      return chosen('assignee');
    default:
      return null;
  }
}

export const bulkSchema = fields.superRefine((values, context) => {
  for (const kind of values.kinds) {
    const [field, message] = missing(kind, values) ?? [];
    if (field) context.addIssue({ code: 'custom', path: [field], message: message! });
  }
});

export const EMPTY_BULK: BulkValues = {
  kinds: [],
  tags_action: 'add',
  tags: [],
  languages_action: 'add',
  languages: [],
  country: '',
  region: '',
  owner: '',
  media_type: '',
  scope: '',
  tier: '',
  paywall: '',
  rights: '',
  rights_note: '',
  name_action: 'trim',
  name_prefix: '',
  name_suffix: '',
  name_find: '',
  name_with: '',
  homepage: '',
  paused_until: '',
  pause_reason: '',
  schedule: '',
  charset: '',
  default_zone: '',
  intent: '',
  assignee: '',
  snoozed_until: '',
  endpoint_kinds: [],
  reason: '',
};

/** The fields in the order of the form. */
export const BULK_FIELDS = Object.keys(EMPTY_BULK) as (keyof BulkValues)[];
