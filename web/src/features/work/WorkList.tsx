import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { loadError } from '@/api/load-error';
import { QueryView } from '@/components/QueryView';
import { serviceIncidentQuery } from '@/entities/check/check-status.queries';
import { workQuery } from '@/entities/work/work.queries';
import { FailingLists, useFailingLists } from './FailingLists';
import { HeldList } from './HeldList';
import { HoldRegion } from './HoldRegion';
import { NoWork } from './NoWork';
import { useShowTogether } from './use-show-together';
import { countOf, isUnfiltered, type WorkFilter } from './work-filter';
import { WorkGroupSection } from './WorkGroupSection';
import classes from './WorkPage.module.css';

/** The number of groups that are initially open. */
const OPEN_GROUPS = 3;

interface Props {
  filter: WorkFilter;
  /** A list that is not shown loads in the background. */
  isShown: boolean;
  /** The list of the next filter is loading. */
  isBusy: boolean;
  onLoaded: () => void;
}

/** The sources that need work, grouped by the cause of their health, and failing live lists. */
export function WorkList({ filter, isShown, isBusy, onLoaded }: Props) {
  const query = useQuery(workQuery(filter.assignee));
  const incident = useQuery(serviceIncidentQuery());
  const failingLists = useFailingLists();
  const lists = isUnfiltered(filter) ? failingLists : [];
  const work = query.data;
  const error = loadError(query);
  const groups = work?.groups.filter((group) => countOf(group, filter) > 0) ?? [];
  const openParts = groups.slice(0, OPEN_GROUPS).map(({ cause }) => cause);
  const parts = useShowTogether(error ? [] : work && openParts);
  const isLoaded = parts.isShown;
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isLoaded) report();
  }, [isLoaded]);

  if (!work && !isShown) return null;
  return (
    <div hidden={!isShown} className={classes.list} aria-busy={isBusy} data-busy={isBusy || undefined}>
      <QueryView query={query} errorTitle="The work could not be loaded" loading={null}>
        {(work) => (
          <>
            {groups.length > 0 && (
              <p className={`dimmed ${classes.note}`}>
                {filter.snoozed
                  ? 'A snooze ends at its date, or when the source works again. Checks and alerts continue.'
                  : 'A source disappears from this list when its checks succeed again. This also ends its assignment.'}
                {incident.data &&
                  ' The service cannot reach any site at present, so the list shows the last known health.'}
              </p>
            )}
            <HoldRegion>
              <HeldList part="groups" items={groups} keyOf={({ cause }) => cause}>
                {(group, index) => (
                  <WorkGroupSection
                    key={group.cause}
                    group={group}
                    states={work.states}
                    filter={filter}
                    isInitiallyOpen={index < OPEN_GROUPS}
                    isPageShown={isShown}
                    onLoaded={() => parts.onLoaded(group.cause)}
                  />
                )}
              </HeldList>
            </HoldRegion>
            {lists && lists.length > 0 && <FailingLists lists={lists} />}
            {groups.length === 0 && lists?.length === 0 && <NoWork filter={filter} />}
          </>
        )}
      </QueryView>
    </div>
  );
}
