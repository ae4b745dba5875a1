import { useQuery } from '@tanstack/react-query';
import type { SourceRow } from '@/api/gen/types.gen';
import { HealthBadge } from '@/components/HealthBadge';
import { leftHealthQuery } from '@/entities/work/work-group.queries';
import { Left } from './Left';
import classes from './WorkPage.module.css';

/** The present health of a source that left the work list while its order is kept. */
export function LeftHealth({ source }: { source: SourceRow }) {
  const { data } = useQuery(leftHealthQuery(source.id));
  return (
    <span className={classes.health}>
      {data?.state && <HealthBadge state={data.state} />}
      <Left />
    </span>
  );
}
