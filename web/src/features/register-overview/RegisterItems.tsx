import type { RegisterDay } from '@/api/gen/types.gen';
import { DayBars } from '@/components/DayBars';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { lastDays } from '@/lib/last-days';
import classes from './OverviewPage.module.css';

const DAYS = 30;

/** The items of all sources by the day of their publication. */
export function RegisterItems({ days }: { days: RegisterDay[] }) {
  const items = new Map(days.map(({ day, items }) => [day, items]));
  const bars = lastDays(DAYS, new Date()).map((day) => {
    const value = items.get(day) ?? 0;
    return { day, value, label: `${formatDay(day)}: ${formatCount(value, 'item')}` };
  });
  return (
    <section className={`card ${classes.card}`} aria-labelledby="register-items">
      <h2 id="register-items" className={`heading ${classes.heading}`}>
        Items per day
      </h2>
      <DayBars noun="item" bars={bars} label="Items of all sources per day, of the last 30 days" />
    </section>
  );
}
