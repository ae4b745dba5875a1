import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { loadError } from '@/api/load-error';
import { ErrorState } from '@/components/ErrorState';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { workQuery } from '@/entities/work/work.queries';
import { parseDetailsSearch } from './details/details.schema';
import { DetailSuggestions } from './details/DetailSuggestions';
import { HeldList } from './HeldList';
import { HoldRegion } from './HoldRegion';
import { MadeChanges } from './MadeChanges';
import { SuggestionGroup } from './SuggestionGroup';
import { useShowTogether } from './use-show-together';
import { WorkTabs } from './WorkTabs';

/**
 * All open suggestions: for addresses, feeds and settings of endpoints, and for details of sources;
 * and the accepted ones. With an import in the URL, only the suggestions for details of its
 * sources.
 */
export function Component() {
  const [params] = useSearchParams();
  const isOfImport = parseDetailsSearch(params).importId !== null;
  const query = useQuery(workQuery());
  const error = loadError(query);
  const kinds = isOfImport ? [] : (query.data?.suggestions ?? []);
  const isKnown = query.data !== undefined || isOfImport || Boolean(error);
  const parts = useShowTogether(isKnown ? ['details', ...kinds.map(({ kind }) => kind)] : undefined);
  return (
    <>
      <PageHeader title="Work" />
      <WorkTabs />
      {!parts.isShown && <SkeletonRows rows={8} />}
      <div hidden={!parts.isShown}>
        {error ? (
          <ErrorState
            title="The suggestions for endpoints could not be loaded"
            error={error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <StaleNote query={query} />
        )}
        <HoldRegion>
          <HeldList part="kinds" items={kinds} keyOf={({ kind }) => kind}>
            {({ kind, count }) => (
              <SuggestionGroup
                key={kind}
                kind={kind}
                count={count}
                isPageShown={parts.isShown}
                onLoaded={() => parts.onLoaded(kind)}
              />
            )}
          </HeldList>
          <DetailSuggestions onLoaded={() => parts.onLoaded('details')} />
          {!isOfImport && <MadeChanges />}
        </HoldRegion>
      </div>
    </>
  );
}
