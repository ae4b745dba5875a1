import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Source, SourceHealth } from '@/api/gen/types.gen';
import { HealthBadge } from '@/components/HealthBadge';
import { NextCheck } from '@/components/NextCheck';
import { lastKnownText } from '@/entities/check/last-known-text';
import { healthQuery } from '@/entities/source/source.queries';
import { formatRecentDate } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useNow } from '@/lib/use-now';
import classes from './SourceHeader.module.css';
import { worstEndpoint } from './worst-endpoint';

/** The health of a source with its beginning, its cause and the next check. */
export function HealthSentence({ source }: { source: Source }) {
  const { data: health } = useQuery(healthQuery(source.id));
  const now = useNow();
  if (!health?.state) return null;
  const worst = worstEndpoint(health);
  return (
    <div className={`breakable ${classes.sentence}`}>
      <HealthBadge state={health.state} /> <span>{since(health, now)}</span>{' '}
      {health.last_known && <span>{lastKnownText(health.last_known, now)} </span>}
      {health.next_check_at && (
        <>
          Next check <NextCheck at={health.next_check_at} />.
        </>
      )}{' '}
      {(health.last_known ?? health).reason && worst && (
        <Anchor component={Link} to={paths.checksOfEndpoint(source.id, worst)} inherit underline="always">
          Show the checks
        </Anchor>
      )}
    </div>
  );
}

function since({ state, since: at, reason }: SourceHealth, now: Date): string {
  if (state === 'new' || !at) return reason ?? '';
  return [`since ${formatRecentDate(new Date(at), now)}.`, reason].filter(Boolean).join(' ');
}
