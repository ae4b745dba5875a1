import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanPropose } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { AddSources } from './add/AddSources';

export function Component() {
  const canPropose = useCanPropose();
  return (
    <>
      <PageHeader title="Add a source" />
      {canPropose ? (
        <AddSources />
      ) : (
        <EmptyState
          icon="info"
          title="You cannot add sources"
          actions={
            <Button component={Link} to={paths.sources} variant="default">
              Show all sources
            </Button>
          }
        >
          Your role can view sources but not change them. Ask an administrator for the contributor or editor role.
        </EmptyState>
      )}
    </>
  );
}
