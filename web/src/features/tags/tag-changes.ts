import type { ChangeSetCreate, SourceFilter } from '@/api/gen/types.gen';

/** Returns the filter of all sources with a tag, including the archived ones. */
function everySourceWith(tag: string): SourceFilter {
  return { tag: [tag], lifecycle: ['draft', 'active', 'paused', 'archived'] };
}

/** Renames a tag of all sources; an existing tag of the new name is merged with it. */
export function renameTag(tag: string, name: string): ChangeSetCreate {
  return {
    selection: { filter: everySourceWith(tag) },
    operations: [{ field: 'tags', action: 'rename', find: tag, with: name }],
  };
}

/** Removes a tag from all sources. */
export function deleteTag(tag: string): ChangeSetCreate {
  return {
    selection: { filter: everySourceWith(tag) },
    operations: [{ field: 'tags', action: 'remove', values: [tag] }],
  };
}
