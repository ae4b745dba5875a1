import { useQuery } from '@tanstack/react-query';
import { FormModal } from '@/components/form/FormDialogs';
import { SourceSearch } from '@/components/SourceSearch';
import { NONE } from '@/entities/source/filters';
import { sourceQuery } from '@/entities/source/source.queries';

/** The name of the source by whose parts the list is filtered. */
export function ParentName({ id }: { id: string }) {
  const { data: source, isPending } = useQuery({ ...sourceQuery(id), enabled: id !== NONE });
  if (id === NONE) return 'No parent';
  return source?.name ?? (isPending ? 'Loading…' : 'one source');
}

interface Props {
  opened: boolean;
  onClose: () => void;
  onChoose: (id: string) => void;
}

/** A dialog that finds the source whose parts are listed. */
export function ParentDialog({ opened, onClose, onChoose }: Props) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Choose a parent">
      {(close) => (
        <div className="stack-12">
          <SourceSearch
            label="Source"
            description="The list will show the sections and editions of this source."
            onChoose={({ id }) => {
              onChoose(id);
              close();
            }}
          />
        </div>
      )}
    </FormModal>
  );
}
