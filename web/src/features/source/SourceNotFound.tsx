import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { DeletedBy } from './DeletedBy';

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
          <Button component={Link} to={paths.sources}>
            Back to the sources
          </Button>
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
