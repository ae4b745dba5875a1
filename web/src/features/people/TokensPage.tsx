import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAdmin } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { tokensQuery } from '@/entities/token/token.queries';
import { CreateTokenButton } from './CreateTokenButton';
import { TokensTable } from './TokensTable';

export function Component() {
  const isAdmin = useIsAdmin();
  const [all, setAll] = useState(false);
  const query = useQuery(tokensQuery(all));
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
      <QueryView
        query={query}
        errorTitle="The API tokens could not be loaded"
        empty={
          <EmptyState icon="key" title="No API tokens yet">
            With an API token, a program such as a script can use the API on your behalf.
          </EmptyState>
        }
      >
        <TokensTable tokens={query.data} withOwner={all} />
      </QueryView>
    </>
  );
}
