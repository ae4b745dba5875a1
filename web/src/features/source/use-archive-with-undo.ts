import type { Source } from '@/api/gen/types.gen';
import { notifySuccess, notifyWithUndo, tryOrNotify } from '@/components/notify';
import { useArchiveSource, useUnarchiveSource } from '@/entities/source/source.mutations';

/** Archives a source; a message offers to undo it. `restore` unarchives it. */
export function useArchiveWithUndo(source: Source) {
  const archive = useArchiveSource();
  const unarchive = useUnarchiveSource();
  const { name } = source;

  /** Sends the version that the archiving returned, so that "Undo" cannot revert a later change. */
  const restore = (archived: Source) =>
    tryOrNotify(`“${name}” was not unarchived`, async () => {
      await unarchive.mutateAsync(archived);
      notifySuccess(`“${name}” is unarchived.`);
    });

  const run = () =>
    tryOrNotify(`“${name}” was not archived`, async () => {
      const archived = await archive.mutateAsync(source);
      notifyWithUndo(`“${name}” is archived.`, () => void restore(archived));
    });

  return { run, restore, isPending: archive.isPending, isRestoring: unarchive.isPending };
}
