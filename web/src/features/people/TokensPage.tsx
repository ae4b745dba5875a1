import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadError } from '@/api/load-error';
import { useIsAdmin } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { PageHeader } from '@/components/PageHeader';
import { StaleNote } from '@/components/StaleNote';
import { tokensQuery } from '@/entities/token/token.queries';
import { CreateTokenButton } from './CreateTokenButton';
import { TokensTable } from './TokensTable';

export function Component() {
  const isAdmin = useIsAdmin();
  const [all, setAll] = useState(false);
  const query = useQuery(tokensQuery(all));
  const error = loadError(query);

  function body() {
    if (error) {
      return (
        <ErrorState
          title="The API tokens could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (query.data?.length === 0) {
      return (
        <EmptyState icon="key" title="No API tokens yet">
          With an API token, a program such as a script can use the API on your behalf.
        </EmptyState>
      );
    }
    return (
      <>
        <StaleNote query={query} />
        <TokensTable tokens={query.data} withOwner={all} />
      </>
    );
  }

  return (
    <>
      <PageHeader
        title="API tokens"
        actions={
          <>
            {isAdmin && (
              <SegmentedControl
                aria-label="Owner of the API tokens"
                data={[
                  { value: 'own', label: 'Mine' },
                  { value: 'all', label: 'All members' },
                ]}
                value={all ? 'all' : 'own'}
                onChange={(value) => setAll(value === 'all')}
              />
            )}
            <CreateTokenButton />
          </>
        }
      />
      {body()}
    </>
  );
}
