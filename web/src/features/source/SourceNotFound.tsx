import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';

/** `name` is known when the source was on the screen a moment ago. */
export function SourceNotFound({ name }: { name?: string }) {
  return (
    <>
      <PageHeader title={name ?? 'No such source'} />
      <EmptyState
        icon="search"
        title={name ? 'This source was deleted' : 'There is no source at this address'}
        actions={
          <Button component={Link} to={paths.sources}>
            Back to the sources
          </Button>
        }
      >
        {name
          ? 'Somebody deleted this draft a moment ago.'
          : 'The address may be cut off, or the source was a draft that has been deleted. Sources that were in use are archived, and keep their address.'}
      </EmptyState>
    </>
  );
}
