import { Tooltip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Source } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import { StateBadge } from '@/components/StateBadge';
import { historyQuery } from '@/entities/source/source.queries';
import { formatRecentDate, formatDay } from '@/lib/dates';
import { formatDateTime } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';
import { lifecycleSince } from './lifecycle-since';
import classes from './SourceHeader.module.css';

/**
 * The state with its start, end and reason: "Active since 17 Nov", "Paused until 3 Dec 2026:
 * relaunch".
 */
export function LifecycleSentence({ source }: { source: Source }) {
  return (
    <div className={`breakable ${classes.sentence}`}>
      <StateBadge state={source.lifecycle} /> <span>{rest(source)}</span>
    </div>
  );
}

function rest(source: Source) {
  if (source.lifecycle === 'archived') return source.archived_at && <RelativeTime at={source.archived_at} />;
  if (source.lifecycle === 'draft') {
    return (
      <>
        not checked yet; added <RelativeTime at={source.created_at} />
      </>
    );
  }
  if (source.lifecycle === 'active') {
    return (
      <>
        <Since source={source} />
        {source.rights === 'forbidden'
          ? '. Its rights are “Forbidden”, so nothing is fetched.'
          : source.endpoints.length === 0 && '. It has no endpoints, so nothing is checked.'}
      </>
    );
  }
  const { paused_until: until, pause_reason: reason } = source;
  return (
    <>
      {until ? <Until at={until} /> : <Since source={source} />}
      {reason && `: ${reason}`}
    </>
  );
}

/** The end of a pause as a day. A source stays paused after that day until a member resumes it. */
function Until({ at }: { at: string }) {
  const now = useNow();
  return (
    <Tooltip label={formatDateTime(new Date(at))}>
      <time dateTime={at}>
        {new Date(at) < now ? `until ${formatDay(at)}, which has passed` : `until ${formatDay(at)}`}
      </time>
    </Tooltip>
  );
}

/** When the current state began; uses the history query of the History tab. */
function Since({ source }: { source: Source }) {
  const { data } = useInfiniteQuery(historyQuery(source.id));
  const now = useNow();
  const since = lifecycleSince(source.lifecycle, data ?? []);
  if (!since) return null;
  return (
    <Tooltip label={formatDateTime(new Date(since))}>
      <time dateTime={since}>since {formatRecentDate(new Date(since), now)}</time>
    </Tooltip>
  );
}
