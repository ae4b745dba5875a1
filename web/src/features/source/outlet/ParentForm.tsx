import { Button } from '@mantine/core';
import type { Source } from '@/api/gen/types.gen';
import { ProposedChange } from '@/api/proposed-change';
import { ProblemNote } from '@/components/form/ProblemNote';
import { notifyProposed, notifyWithUndo, tryOrNotify } from '@/components/notify';
import { SourceSearch } from '@/components/SourceSearch';
import { useUpdateSource } from '@/entities/source/source.mutations';

/** Chooses the source of which another one is a part. */
export function ParentForm({ source, onDone }: { source: Source; onDone: () => void }) {
  const { id, name, version, parent_id: parent } = source;
  const { mutateAsync: update, isPending, error } = useUpdateSource();

  async function save(chosen: string | null, text: string) {
    try {
      const saved = await update({ id, version, patch: { parent_id: chosen } });
      notifyWithUndo(text, () => void restore(saved.version));
    } catch (refusal) {
      if (!(refusal instanceof ProposedChange)) return; // the note below describes it
      notifyProposed(refusal.changeSet);
    }
    onDone();
  }

  const restore = (saved: number) =>
    tryOrNotify(`The former parent of “${name}” was not restored`, async () => {
      await update({ id, version: saved, patch: { parent_id: parent ?? null } });
    });

  return (
    <div className="stack-12">
      <SourceSearch
        label="Parent"
        description={`The source of which ${name} is a section or an edition. Both keep their endpoints.`}
        except={id}
        disabled={isPending}
        onChoose={(row) => void save(row.id, `“${name}” is a part of “${row.name}”.`)}
      />
      {error && !(error instanceof ProposedChange) && <ProblemNote error={error} />}
      {parent && (
        <Button
          variant="default"
          loading={isPending}
          onClick={() => void save(null, `“${name}” is not a part of another source any more.`)}
        >
          Remove parent
        </Button>
      )}
    </div>
  );
}
