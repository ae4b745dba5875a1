import { Anchor, Button } from '@mantine/core';
import type { Source } from '@/api/gen/types.gen';
import { ProposedChange } from '@/api/proposed-change';
import { ProblemNote } from '@/components/form/ProblemNote';
import { notifyProposed } from '@/components/notify';
import { SourceSearch } from '@/components/SourceSearch';
import { useUpdateSource } from '@/entities/source/source.mutations';

/** Chooses the source of which another one is a part. */
export function ParentForm({ source, onDone }: { source: Source; onDone: () => void }) {
  const { id, version, parent_id: parent } = source;
  const { mutate, isPending, error } = useUpdateSource();

  function save(chosen: string | null) {
    const onError = (refusal: Error) => {
      if (!(refusal instanceof ProposedChange)) return;
      notifyProposed(refusal.changeSet);
      onDone();
    };
    mutate({ id, version, patch: { parent_id: chosen } }, { onSuccess: onDone, onError });
  }
  return (
    <div className="stack-12">
      <SourceSearch
        label="Parent"
        description={`The source of which ${source.name} is a section or an edition. Both keep their endpoints.`}
        except={id}
      >
        {(row) => (
          <Anchor component="button" type="button" size="sm" disabled={isPending} onClick={() => save(row.id)}>
            {row.name}
          </Anchor>
        )}
      </SourceSearch>
      {error && !(error instanceof ProposedChange) && <ProblemNote error={error} />}
      {parent && (
        <Button variant="default" loading={isPending} onClick={() => save(null)}>
          Remove parent
        </Button>
      )}
    </div>
  );
}
