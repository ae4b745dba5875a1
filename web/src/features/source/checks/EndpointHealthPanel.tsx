import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Endpoint, EndpointHealth, Source } from '@/api/gen/types.gen';
import { useChecksHalt } from '@/components/checks-halt';
import { FactList } from '@/components/FactList';
import { HealthBadge } from '@/components/HealthBadge';
import { NextCheck } from '@/components/NextCheck';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { Since } from '@/components/Since';
import { lastKnownText } from '@/entities/check/last-known-text';
import { healthQuery } from '@/entities/source/source.queries';
import { formatNumber } from '@/lib/format-count';
import { useNow } from '@/lib/use-now';
import classes from './checks.module.css';
import { haltOf } from './halt-of';
import { WebSubSentence } from './WebSubSentence';

/**
 * What the checks of an endpoint observe, since when and why, what happens next, and what a person
 * can do.
 */
export function EndpointHealthPanel({ source, endpoint }: { source: Source; endpoint: Endpoint }) {
  const query = useQuery(healthQuery(source.id));
  return (
    <QueryView
      query={query}
      errorTitle="The health could not be loaded"
      loading={<Skeleton className={`card ${classes.panel}`} height={132} />}
    >
      {({ endpoints }) => {
        const health = endpoints.find(({ endpoint_id: id }) => id === endpoint.id);
        return health && <Panel source={source} endpoint={endpoint} health={health} />;
      }}
    </QueryView>
  );
}

function Panel({ source, endpoint, health }: NextCheckProps) {
  const now = useNow();
  const isEnded = source.lifecycle === 'archived' || endpoint.intent === 'retired';
  return (
    <section className={`card ${classes.panel}`} aria-label="Health">
      <p className="wrap">
        <HealthBadge state={health.state} />
        {health.since && health.state !== 'new' && <Since at={health.since} />}
      </p>
      {health.last_known && <p className="semibold">{lastKnownText(health.last_known, now)}</p>}
      {health.reason && <p className="semibold">{health.detail || health.reason}</p>}
      <NextCheckSentence source={source} endpoint={endpoint} health={health} />
      {health.outlook && <p>{health.outlook}</p>}
      {health.websub && <WebSubSentence subscription={health.websub} />}
      {health.remedy && !isEnded && (
        <p>
          <strong>What you can do:</strong> {health.remedy}
        </p>
      )}
      <Facts health={health} />
    </section>
  );
}

interface NextCheckProps {
  source: Source;
  endpoint: Endpoint;
  health: EndpointHealth;
}

/** "Next check in 14 min, because …", or why there is none. */
function NextCheckSentence({ source, endpoint, health: { next_check: next, state } }: NextCheckProps) {
  const halt = useChecksHalt();
  const reason = haltOf(source, endpoint);
  if (!next) return <p>It is not checked{reason && `, because the ${reason}`}. The state is that of the last check.</p>;
  if (halt) return <p>The next check waits, because all checks are {halt}.</p>;
  const reasons = next.reasons.map(({ text }) => text);
  const decisive = reasons.at(-1);
  return (
    <p>
      {state === 'new' ? 'First check ' : 'Next check '}
      <NextCheck at={next.at} />
      {decisive && `, because ${decisive}`}.
      {reasons.length > 1 && (
        <span className="dimmed"> Before that, these rules applied: {reasons.slice(0, -1).join('; ')}.</span>
      )}
    </p>
  );
}

function Facts({ health }: { health: EndpointHealth }) {
  const facts: [string, ReactNode][] = [
    ['Last check', health.last_check_at && <RelativeTime at={health.last_check_at} />],
    [
      'Last success',
      health.last_success_at ? <RelativeTime at={health.last_success_at} /> : health.checks > 0 && 'never',
    ],
    ['Newest item', health.last_new_item_at && <RelativeTime at={health.last_new_item_at} />],
    ['Checks', health.checks > 0 && formatNumber(health.checks)],
    ['Failed in a row', health.failed_checks > 0 && formatNumber(health.failed_checks)],
  ];
  return <FactList className={`facts ${classes.facts}`} facts={facts} />;
}
