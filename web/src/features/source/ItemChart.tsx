import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditEvent, Source } from '@/api/gen/types.gen';
import { DayBars } from '@/components/DayBars';
import { activityQuery, historyQuery } from '@/entities/source/source.queries';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { lastDays } from '@/lib/last-days';
import { describeEvent } from './history/describe-event';
import classes from './ItemChart.module.css';

export const CHART_DAYS = 30;

/** The items of a source by day, with marks on the days on which a member changed the source. */
export function ItemChart({ source }: { source: Source }) {
  const { data: activity } = useQuery(activityQuery(source.id, CHART_DAYS));
  const hasItems = activity !== undefined && activity.days.length > 0;
  const { data: history } = useInfiniteQuery({ ...historyQuery(source.id), enabled: hasItems });
  if (!hasItems) return null;
  const items = new Map(activity.days.map(({ day, items }) => [day, items]));
  const events = eventsByDay(history ?? []);
  const bars = lastDays(CHART_DAYS, new Date()).map((day) => {
    const value = items.get(day) ?? 0;
    return { day, value, label: `${formatDay(day)}: ${formatCount(value, 'item')}`, events: events.get(day) };
  });
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const hasMarks = bars.some((bar) => bar.events);
  return (
    <section className={classes.section} aria-labelledby="item-chart">
      <h2 id="item-chart" className={`heading ${classes.title}`}>
        Items per day <span className={`dimmed ${classes.total}`}>{formatCount(total, 'item')} in 30 days</span>
      </h2>
      <DayBars
        noun="item"
        bars={bars}
        label={`Items per day of the last ${CHART_DAYS} days, ${formatCount(total, 'item')} in total`}
      />
      {hasMarks && <p className={`caption ${classes.legend}`}>A mark below a day shows that the source was changed.</p>}
    </section>
  );
}

/** Returns the changes in words by day in UTC. */
function eventsByDay(events: AuditEvent[]): Map<string, string[]> {
  const byDay = new Map<string, string[]>();
  for (const event of events) {
    const day = event.at.slice(0, 10);
    const who = event.actor.name || event.actor.email;
    const texts = describeEvent(event).map(({ text, source }) => `${who} ${text}${source ? ' another one' : ''}`);
    byDay.set(day, [...(byDay.get(day) ?? []), ...texts]);
  }
  return byDay;
}
