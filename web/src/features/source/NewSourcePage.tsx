import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { AddForm } from './add/AddForm';

export function Component() {
  const canWrite = useCanWrite();
  return (
    <>
      <PageHeader title="Add a source" />
      {canWrite ? (
        <AddForm />
      ) : (
        <EmptyState
          icon="info"
          title="Your role lets you look, not change"
          actions={
            <Button component={Link} to={paths.sources} variant="default">
              Back to the sources
            </Button>
          }
        >
          An administrator of this tool can make you an editor.
        </EmptyState>
      )}
    </>
  );
}
