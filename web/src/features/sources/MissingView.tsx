import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import { EmptyState } from '@/components/EmptyState';
import { viewQuery } from '@/entities/view/view.queries';
import { paths } from '@/lib/paths';
import { ALL_SOURCES } from './sources.schema';

/** Shown for a link to a view that the member does not see, with the reason. */
export function MissingView({ id }: { id: string }) {
  const { error } = useQuery(viewQuery(id));
  return (
    <EmptyState
      icon="lock"
      title="This view cannot be opened"
      actions={
        <Button component={Link} to={`${paths.sources}?view=${ALL_SOURCES}`} variant="default">
          Show all sources
        </Button>
      }
    >
      {error && describeError(error).text}
    </EmptyState>
  );
}
