/** The labels of changes, for the filter of the history and the list of recent changes. */
export const CHANGE_ACTION: Record<string, string> = {
  'source.created': 'Source added',
  'source.updated': 'Source changed',
  'source.archived': 'Source archived',
  'source.unarchived': 'Source unarchived',
  'source.merged': 'Source merged',
  'source.separated': 'Merge undone',
  'source.deleted': 'Draft deleted',
  'source.restored': 'Source restored',
  'endpoint.created': 'Endpoint added',
  'endpoint.updated': 'Endpoint changed',
  'endpoint.moved': 'Endpoint moved to another source',
  'endpoint.deleted': 'Endpoint deleted',
  'endpoint.restored': 'Endpoint restored',
  'suggestion.accepted': 'Suggestion accepted',
  'suggestion.applied': 'Suggestion applied automatically',
  'work.assigned': 'Work assigned',
  'work.snoozed': 'Work snoozed',
};

/**
 * Returns the label of a value. Unknown values, which a newer API may send, are returned unchanged.
 */
export function labelOf(labels: Record<string, string>, value: string): string {
  return labels[value] ?? value;
}

/** Returns the options of a select. */
export function selectOptions(labels: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
