import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { activityOfPageQuery } from '@/entities/source/list.queries';
import { ActivityContext } from './activity-context';
import type { HideableColumn } from './sources.schema';

interface Props {
  rows: readonly SourceRow[];
  hidden: readonly HideableColumn[];
  children: ReactNode;
}

/**
 * Loads the items per day of the sources in the rows after the rows are shown, unless the column is
 * hidden.
 */
export function ActivityProvider({ rows, hidden, children }: Props) {
  // Sorted, so that another order of the same rows does not cause another request.
  const ids = hidden.includes('activity') ? [] : rows.map(({ id }) => id).sort();
  const { data: counts, isError } = useQuery(activityOfPageQuery(ids));
  const activity = useMemo(() => ({ counts, isError }), [counts, isError]);
  return <ActivityContext value={activity}>{children}</ActivityContext>;
}
