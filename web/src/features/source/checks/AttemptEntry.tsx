import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckAttempt, Endpoint } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { RelativeTime } from '@/components/RelativeTime';
import type { Tone } from '@/components/tone';
import { evidenceQuery } from '@/entities/check/checks.queries';
import { formatCount } from '@/lib/format-count';
import { formatMilliseconds } from '@/lib/format-duration';
import classes from './checks.module.css';
import { ResponseDetails } from './ResponseDetails';

/** One check: time, result, status and duration; it opens to its details. */
export function AttemptEntry({ attempt, endpoint }: { attempt: CheckAttempt; endpoint: Endpoint }) {
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = resultOf(attempt);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <DisclosureSummary iconSize={14}>
          <span className={`hint ${classes.when}`}>
            <RelativeTime at={attempt.started_at} />
          </span>
          <span className={classes.result} data-tone={tone}>
            {text}
          </span>
          {attempt.requested && <span className="dimmed">requested</span>}
          {attempt.reported_by && (
            <span className="dimmed">
              reported by {attempt.reported_by.token} of {attempt.reported_by.owner}
            </span>
          )}
          <span className={`dimmed ${classes.numbers}`}>
            {attempt.status && <span>HTTP {attempt.status}</span>}
            <span>{formatMilliseconds(attempt.duration_ms)}</span>
          </span>
        </DisclosureSummary>
        {isOpen && <Details attempt={attempt} endpoint={endpoint} />}
      </details>
    </li>
  );
}

/**
 * The details of a check. The response is stored for the last failure and a recent success only.
 */
function Details({ attempt, endpoint }: { attempt: CheckAttempt; endpoint: Endpoint }) {
  const { data } = useQuery(evidenceQuery(endpoint.id));
  const evidence = [data?.failure, data?.success].find((each) => each?.checked_at === attempt.started_at);
  return <ResponseDetails at={attempt.started_at} attempt={attempt} url={endpoint.url} evidence={evidence} />;
}

/** Returns the result of a check in words. */
export function resultOf(attempt: CheckAttempt): { text: string; tone: Tone } {
  const { outcome, outcome_text: problem, items, items_new: added, cause } = attempt;
  if (cause) return { text: problem ?? cause, tone: 'bad' };
  if (outcome === 'not_modified') return { text: 'Not modified since the last check', tone: 'ok' };
  if (outcome === 'unchanged') return { text: 'Same document as at the last check', tone: 'ok' };
  return { text: `${formatCount(items, 'item')}, ${added === 0 ? 'none' : added} new`, tone: 'ok' };
}
