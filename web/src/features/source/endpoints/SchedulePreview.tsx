import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '@/api/describe-error';
import type { SchedulePreview as Preview, SchedulePreviewRequest } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { ExactTime } from '@/components/ExactTime';
import { parseSchedule } from '@/components/form/schedule-words';
import { schedulePreviewQuery } from '@/entities/endpoint/schedule-preview.queries';
import { timeZone } from '@/lib/date-formats';
import { formatNumber } from '@/lib/format-count';
import { formatExactTime } from '@/lib/relative-time';
import classes from './reading.module.css';

/** Milliseconds without a change after which the preview is requested. */
const DEBOUNCE_MS = 400;

/** The next checks in the sentence; the API returns ten. */
const SHOWN = 3;

/** Shows the effect of a schedule before it is saved. */
export function SchedulePreview({ value, request }: { value: string; request: SchedulePreviewRequest }) {
  const [settled] = useDebouncedValue(JSON.stringify({ value, request }), DEBOUNCE_MS);
  const draft = JSON.parse(settled) as { value: string; request: SchedulePreviewRequest };
  const schedule = parseSchedule(draft.value);
  const hasAddress = Boolean(draft.request.endpoint_id ?? draft.request.url);
  const query = schedulePreviewQuery({ ...draft.request, ...(schedule && { schedule }) });
  const { data, error, isFetching } = useQuery({ ...query, enabled: hasAddress });
  if (!hasAddress) return <p className={`caption ${classes.hint}`}>Enter an address to see the next checks.</p>;
  if (error) {
    const details = error instanceof ApiProblem ? error.errors.map(({ detail }) => detail) : [];
    return (
      <p className={classes.scheduleError} role="status">
        {details.join(' ') || describeError(error).text}
      </p>
    );
  }
  if (!data) return <p className={`caption ${classes.hint}`}>Calculating the next checks…</p>;
  const { checks, per_day: own, domain, domain_per_day: all } = data;
  return (
    <div>
      <div className={`caption ${classes.hint}`} role="status" aria-busy={isFetching}>
        <p className={`caption ${classes.hint}`}>
          Next checks ({timeZone()} time):{' '}
          {checks
            .slice(0, SHOWN)
            .map(({ at }) => formatExactTime(new Date(at)))
            .join('; ')}
          ; …
        </p>
        <p className={`caption ${classes.hint}`}>
          {all === undefined
            ? `About ${formatNumber(round(own))} requests a day by this endpoint. ${domain} has too many endpoints to count their requests.`
            : `About ${formatNumber(round(all))} requests a day on ${domain}, ${formatNumber(round(own))} of them by this endpoint.`}
        </p>
      </div>
      <AllChecks checks={checks} />
    </div>
  );
}

/**
 * All next checks with their reasons. It is outside of the live region, so that a change does not
 * announce the list.
 */
function AllChecks({ checks }: { checks: Preview['checks'] }) {
  return (
    <details className={classes.allChecks}>
      <DisclosureSummary iconSize={14}>Show all {checks.length} with reasons</DisclosureSummary>
      <ol aria-label="Next checks">
        {checks.map(({ at, reason }) => (
          <li key={at}>
            <ExactTime at={at} />
            {reason.text && <span className={`dimmed ${classes.checkReason}`}> because {reason.text}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Rounds an estimate; rates below one a day keep a decimal. */
function round(perDay: number): number {
  return perDay < 1 ? Math.max(Math.round(perDay * 10) / 10, 0.1) : Math.round(perDay);
}
