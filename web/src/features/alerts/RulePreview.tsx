import { Anchor, Progress, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import type { AlertPreview, AlertPreviewInput } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { Note } from '@/components/Note';
import { previewQuery } from '@/entities/alert/alert.queries';
import { serviceIncidentQuery } from '@/entities/check/check-status.queries';
import { formatDay } from '@/lib/dates';
import { formatCount, formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { useNow } from '@/lib/use-now';
import classes from './alerts.module.css';
import { toCondition, type RuleValues } from './rule-values';

/**
 * The delay in milliseconds after the last change before the preview is read, so that typing does
 * not send requests.
 */
const DELAY_MS = 500;
const WINDOW_DAYS = 30;

/** What the rule matches now, and how often it would have fired. */
export function RulePreview({ values }: { values: RuleValues }) {
  // A string, because a new object in each render would restart the delay and cause an endless
  // loop.
  const [input] = useDebouncedValue(
    JSON.stringify({ condition: toCondition(values), for_minutes: Number(values.for_minutes) }),
    DELAY_MS,
  );
  const query = useQuery(previewQuery(JSON.parse(input) as AlertPreviewInput));
  const error = query.error ?? loadError(query);
  const preview = query.data;
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={query.isFetching}>
      <h2 className="heading">Preview</h2>
      {values.condition_states.length + values.condition_rights_reviews.length === 0 ? (
        <p className="hint breakable">Choose a state.</p>
      ) : error ? (
        <Note tone="bad">{describeError(error).text}</Note>
      ) : preview ? (
        <Content preview={preview} scope={values.condition_scope} />
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  );
}

function Content({ preview, scope }: { preview: AlertPreview; scope: RuleValues['condition_scope'] }) {
  const share = preview.total > 0 ? Math.round((100 * preview.matching) / preview.total) : 0;
  const { data: incident } = useQuery(serviceIncidentQuery());
  const now = useNow();
  const most = Math.max(...preview.days.map((day) => day.firings), 1);
  return (
    <>
      <p className={classes.figure}>
        {formatNumber(preview.matching)} of {formatCount(preview.total, 'checked source')} match now
        {scope === 'view' && ` (${share} %)`}
      </p>
      {incident && (
        <p className="hint breakable">The service cannot reach any site at present. This is the last known health.</p>
      )}
      {preview.examples.length > 0 && (
        <ul className={`list ${classes.list}`}>
          {preview.examples.map((source) => (
            <li key={source.id}>
              <Anchor component={Link} to={paths.source(source.id)}>
                {source.name}
              </Anchor>
              <p className="hint breakable">{source.text}</p>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.figure}>
        Would have fired {preview.is_complete ? '' : 'at least '}
        {formatCount(preview.firings, 'time')} in the last {WINDOW_DAYS} days
      </p>
      {preview.days.length > 0 && (
        <div className={classes.days}>
          {preview.days.map((day) => (
            <Day key={day.date} date={day.date} firings={day.firings} most={most} />
          ))}
        </div>
      )}
      <p className="hint breakable">{basis(preview, now)}</p>
    </>
  );
}

function Day({ date, firings, most }: { date: string; firings: number; most: number }) {
  return (
    <>
      <span>{formatDay(date)}</span>
      <Progress value={(100 * firings) / most} aria-label={`${formatDay(date)}: ${formatCount(firings, 'firing')}`} />
      <span>{formatNumber(firings)}</span>
    </>
  );
}

/** Says what the count is based on. */
function basis(preview: AlertPreview, now: Date): string {
  if (!preview.recorded_since) return 'No change of the health of a source has been recorded yet.';
  const since = new Date(preview.recorded_since);
  const isWithin = now.getTime() - since.getTime() < WINDOW_DAYS * 24 * 3600 * 1000;
  const records = isWithin ? `Changes have been recorded since ${formatDay(preview.recorded_since)}. ` : '';
  return `${records}Counted from the recorded changes of the sources that the rule selects now, without reminders, mute and quiet hours.`;
}
