import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { AddSources } from './add/AddSources';

export function Component() {
  const canWrite = useCanWrite();
  return (
    <>
      <PageHeader title="Add a source" />
      {canWrite ? (
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
          Your role can view sources but not change them. Ask an administrator for the editor role.
        </EmptyState>
      )}
    </>
  );
}
