import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { ApiProblem } from '@/api/problem';
import { useCanPropose } from '@/auth/member';
import { ErrorState } from '@/components/ErrorState';
import { Note } from '@/components/Note';
import { PageHeader } from '@/components/PageHeader';
import { StaleNote } from '@/components/StaleNote';
import { healthQuery, sourceQuery } from '@/entities/source/source.queries';
import { paths, type SourceTab } from '@/lib/paths';
import { ChecksTab } from './checks/ChecksTab';
import { ItemsTab } from './checks/ItemsTab';
import { DeletedBy } from './DeletedBy';
import { HistoryTab } from './history/HistoryTab';
import { ItemChart } from './ItemChart';
import { SourceNavigation } from './navigation/SourceNavigation';
import { OverviewTab } from './overview/OverviewTab';
import { useOverviewLoading } from './overview/use-overview-loading';
import { SettingsTab } from './settings/SettingsTab';
import { SourceHeader } from './SourceHeader';
import { SourceNotFound } from './SourceNotFound';
import { OverviewSkeleton, SourceSkeleton } from './SourceSkeleton';
import { SourceTabs } from './SourceTabs';

export function Component() {
  const { id = '', tab = 'overview' } = useParams();
  // The keys reset the forms when the page changes to another source.
  return (
    <>
      <SourceNavigation key={`navigation ${id}`} id={id} tab={tab as SourceTab} />
      <SourcePage key={id} id={id} tab={tab as SourceTab} />
    </>
  );
}

function SourcePage({ id, tab }: { id: string; tab: SourceTab }) {
  const query = useQuery(sourceQuery(id));
  const { data: source } = query;
  const error = loadError(query);
  const health = useQuery(healthQuery(id));
  const [firstTab] = useState(tab);
  const isOverviewLoading = useOverviewLoading(id, source, tab === 'overview');

  const isDeleted = query.error instanceof ApiProblem && query.error.status === 404;
  // The form keeps what was entered, so that the source can be added again.
  const isFormOfDeleted = isDeleted && source !== undefined && tab === 'settings';
  if (isDeleted && !isFormOfDeleted) return <SourceNotFound id={id} name={source?.name} />;
  if (error && !isFormOfDeleted) {
    return (
      <>
        <PageHeader title="Source" />
        <ErrorState
          title="This source could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </>
    );
  }
  // A source that was merged is read at the address of the one that continues it.
  if (source && source.id !== id) return <Navigate to={paths.source(source.id, tab)} replace />;
  // The page appears when all its parts are loaded, to avoid layout shifts.
  const isLoading =
    !isDeleted && ((health.isLoading && health.failureCount === 0) || (isOverviewLoading && firstTab === 'overview'));
  if (!source || isLoading) return <SourceSkeleton />;
  return (
    <>
      {isDeleted ? <PageHeader title={source.name} /> : <SourceHeader source={source} tab={tab} />}
      {isDeleted ? (
        <Note tone="bad">
          <DeletedBy sourceId={id} what="this draft" /> What you entered is kept: add the source again, or leave this
          page.
        </Note>
      ) : (
        <SourceTabs id={source.id} />
      )}
      {!isDeleted && <StaleNote query={query} />}
      {isOverviewLoading ? <OverviewSkeleton /> : <Tab source={source} tab={tab} isDeleted={isDeleted} />}
    </>
  );
}

function Tab({ source, tab, isDeleted }: { source: Source; tab: SourceTab; isDeleted: boolean }) {
  const canPropose = useCanPropose();
  if (tab === 'history') return <HistoryTab id={source.id} />;
  if (tab === 'checks') return <ChecksTab source={source} />;
  if (tab === 'items') return <ItemsTab source={source} />;
  if (tab === 'overview') return <OverviewTab source={source} chart={<ItemChart source={source} />} />;
  // Members who cannot save see the values in the overview.
  return canPropose ? (
    <SettingsTab source={source} isDeleted={isDeleted} />
  ) : (
    <Navigate to={paths.source(source.id)} replace />
  );
}
