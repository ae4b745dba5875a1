import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useCanPropose } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { deletionQuery } from '@/entities/source/source.queries';
import { paths } from '@/lib/paths';
import { DeletedBy } from './DeletedBy';
import { RestoreButton } from './history/RestoreButton';

interface Props {
  id: string;
  /** Set when the source was deleted while its page was open. */
  name?: string;
}

export function SourceNotFound({ id, name }: Props) {
  return (
    <>
      <PageHeader title={name ?? 'Source'} />
      <EmptyState
        icon="search"
        title={name ? 'This source was deleted' : 'Source not found'}
        actions={
          <>
            <RestoreDeleted id={id} />
            <Button component={Link} to={paths.sources}>
              Back to the sources
            </Button>
          </>
        }
      >
        {name ? (
          <DeletedBy sourceId={id} what="this draft" />
        ) : (
          'Check the address. The source may also have been a draft that was deleted.'
        )}
      </EmptyState>
    </>
  );
}

/** Offers to restore the source if the history has its deletion. */
function RestoreDeleted({ id }: { id: string }) {
  const canPropose = useCanPropose();
  const { data: deletion } = useQuery({ ...deletionQuery(id), enabled: canPropose });
  return deletion && <RestoreButton sourceId={id} version={{}} label="Restore the source" />;
}
