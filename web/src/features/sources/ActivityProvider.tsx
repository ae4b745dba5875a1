import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { ActivityContext } from './activity-context';
import { activityOfPageQuery } from './sources.queries';
import type { HideableColumn } from './sources.schema';

interface Props {
  rows: readonly SourceRow[];
  hidden: readonly HideableColumn[];
  children: ReactNode;
}

/** Loads the items by day of the rows after they are shown, and only while the column is shown. */
export function ActivityProvider({ rows, hidden, children }: Props) {
  // Sorted, because the order of the rows does not matter: another sort of the same page is not another request.
  const ids = hidden.includes('activity') ? [] : rows.map(({ id }) => id).sort();
  const { data: counts, isError } = useQuery(activityOfPageQuery(ids));
  const activity = useMemo(() => ({ counts, isError }), [counts, isError]);
  return <ActivityContext value={activity}>{children}</ActivityContext>;
}
