import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';

export function ImportNotFound() {
  return (
    <>
      <PageHeader title="Import" />
      <EmptyState
        icon="search"
        title="This import is not here"
        actions={
          <Button component={Link} to={paths.imports} variant="default">
            Show all imports
          </Button>
        }
      >
        The address may be incomplete, or it belongs to another installation.
      </EmptyState>
    </>
  );
}
