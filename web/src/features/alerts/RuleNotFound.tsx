import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';

export function RuleNotFound() {
  return (
    <>
      <PageHeader title="Alert rule" />
      <EmptyState
        icon="search"
        title="Alert rule not found"
        actions={
          <Button component={Link} to={paths.alerts} variant="default">
            Show all alert rules
          </Button>
        }
      >
        No alert rule has this address. Check the link; the rule may also have been deleted.
      </EmptyState>
    </>
  );
}
