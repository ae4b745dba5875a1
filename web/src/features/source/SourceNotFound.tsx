import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';

/** `name` is set when the source was deleted while its page was open. */
export function SourceNotFound({ name }: { name?: string }) {
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
        {name
          ? 'Another member deleted this draft.'
          : 'Check the address. The source may also have been a draft that was deleted.'}
      </EmptyState>
    </>
  );
}
