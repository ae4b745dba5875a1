import { useQuery } from '@tanstack/react-query';
import { workQuery } from '@/api/work.queries';
import { loadError } from '@/api/load-error';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { formatCount } from '@/lib/format-count';
import { MadeChanges } from './MadeChanges';
import { SuggestionGroup } from './SuggestionGroup';
import { WorkGroupSection } from './WorkGroupSection';
import classes from './WorkPage.module.css';

/** The number of groups that are open at first; the others open with a click. */
const OPEN_GROUPS = 3;

/** The sources that need a person, grouped by cause. */
export function Component() {
  const query = useQuery(workQuery());
  const work = query.data;
  const error = loadError(query);
  function body() {
    if (error) {
      return (
        <ErrorState
          title="The work could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (!work) return <SkeletonRows rows={8} />;
    if (work.total === 0 && work.suggestions.length === 0) {
      return (
        <>
          <EmptyState icon="check" title="Nothing to do">
            Sources that are quiet, suspect, blocked, failing or gone are listed here, grouped by cause.
          </EmptyState>
          <MadeChanges />
        </>
      );
    }
    return (
      <>
        <StaleNote query={query} />
        {work.suggestions.map(({ kind, count }) => (
          <SuggestionGroup key={kind} kind={kind} count={count} />
        ))}
        {work.total > 0 && (
          <p className={classes.note}>A source disappears from this list when its checks succeed again.</p>
        )}
        {work.groups.map((group, index) => (
          <WorkGroupSection key={group.cause} group={group} states={work.states} initiallyOpen={index < OPEN_GROUPS} />
        ))}
        <MadeChanges />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Work" detail={work && work.total > 0 && formatCount(work.total, 'source')} />
      {body()}
    </>
  );
}
