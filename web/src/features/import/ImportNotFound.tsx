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
        title="Import not found"
        actions={
          <Button component={Link} to={paths.imports} variant="default">
            Show all imports
          </Button>
        }
      >
        No import has this address. Check the link: it may be incomplete.
      </EmptyState>
    </>
  );
}
