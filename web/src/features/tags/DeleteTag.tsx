import { Button } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { deleteTag } from './tag-changes';

interface Props {
  tag: string;
  isDisabled: boolean;
  onDraft: (draft: ChangeSet) => void;
}

/** Previews the removal of a tag from all sources. */
export function DeleteTag({ tag, isDisabled, onDraft }: Props) {
  const makeDraft = useMakeDraft();
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      loading={makeDraft.isPending}
      aria-label={`Delete ${tag} everywhere`}
      onClick={() =>
        makeDraft.mutate(
          { type: 'change', body: deleteTag(tag) },
          { onSuccess: onDraft, onError: (error) => notifyError('The change was not previewed', error) },
        )
      }
    >
      Delete
    </Button>
  );
}
