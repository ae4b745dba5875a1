import { useQuery } from '@tanstack/react-query';
import { getHealth } from '@/api/gen/sdk.gen';
import type { SourceRow } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { HealthBadge } from '@/components/HealthBadge';
import { Left } from './Left';
import classes from './WorkPage.module.css';

/** The present health of a source that left the work list while its order is kept. */
export function LeftHealth({ source }: { source: SourceRow }) {
  const { data } = useQuery({
    queryKey: queryKeys.health(source.id),
    queryFn: async ({ signal }) => (await getHealth({ path: { id: source.id }, signal })).data,
    retry: false,
  });
  return (
    <span className={classes.health}>
      {data?.state && <HealthBadge state={data.state} />}
      <Left />
    </span>
  );
}
