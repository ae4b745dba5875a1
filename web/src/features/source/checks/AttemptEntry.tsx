import { useState } from 'react';
import type { CheckAttempt } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { RelativeTime } from '@/components/RelativeTime';
import type { Tone } from '@/components/tone';
import { formatBytes } from '@/lib/format-bytes';
import { formatCount } from '@/lib/format-count';
import { formatDateTime } from '@/lib/relative-time';
import { HopList } from '../preview/HopList';
import { durationText } from '../preview/measures';
import { TimingBar } from '../preview/TimingBar';
import classes from './checks.module.css';

/** One check: time, result, status and duration; it opens to its details. */
export function AttemptEntry({ attempt, url }: { attempt: CheckAttempt; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = resultOf(attempt);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <DisclosureSummary iconSize={14}>
          <span className={classes.when}>
            <RelativeTime at={attempt.started_at} />
          </span>
          <span className={classes.result} data-tone={tone}>
            {text}
          </span>
          {attempt.requested && <span className={classes.dimmed}>requested</span>}
          <span className={classes.numbers}>
            {attempt.status && <span>HTTP {attempt.status}</span>}
            <span>{durationText(attempt.duration_ms)}</span>
          </span>
        </DisclosureSummary>
        {isOpen && <Details attempt={attempt} url={url} />}
      </details>
    </li>
  );
}

function Details({ attempt, url }: { attempt: CheckAttempt; url: string }) {
  const { redirects, phases, duration_ms: duration, bytes, wire_bytes: wire, content_type: type } = attempt;
  const facts = [
    formatDateTime(new Date(attempt.started_at)),
    bytes > 0 &&
      (wire > 0 && wire !== bytes
        ? `${formatBytes(wire)} transferred, ${formatBytes(bytes)} uncompressed`
        : formatBytes(bytes)),
    type,
  ].filter(Boolean);
  return (
    <div className={classes.details}>
      {attempt.detail && <p>{attempt.detail}</p>}
      <TimingBar timings={{ ...phases, total_ms: duration }} />
      {redirects.length > 0 && (
        <HopList hops={redirects} finalUrl={redirects.at(-1)?.location || url} status={attempt.status} />
      )}
      <p className={classes.dimmed}>{facts.join(' · ')}</p>
    </div>
  );
}

/** Returns the result of a check in words. */
export function resultOf(attempt: CheckAttempt): { text: string; tone: Tone } {
  const { outcome, outcome_text: problem, items, items_new: added, cause } = attempt;
  if (cause) return { text: problem ?? cause, tone: 'bad' };
  if (outcome === 'not_modified') return { text: 'Not modified since the last check', tone: 'ok' };
  if (outcome === 'unchanged') return { text: 'Same document as at the last check', tone: 'ok' };
  return { text: `${formatCount(items, 'item')}, ${added === 0 ? 'none' : added} new`, tone: 'ok' };
}
