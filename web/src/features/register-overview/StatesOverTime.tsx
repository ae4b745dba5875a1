import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { HealthState, RegisterDay } from '@/api/gen/types.gen';
import { ChartScale } from '@/components/ChartScale';
import { ChartText } from '@/components/ChartText';
import { HealthBadge } from '@/components/HealthBadge';
import { HEALTH_STATE } from '@/entities/check/labels';
import { formatDay } from '@/lib/dates';
import { formatNumber } from '@/lib/format-count';
import { lastDays } from '@/lib/last-days';
import { paths } from '@/lib/paths';
import { scaleMax } from '@/lib/scale-max';
import { changeText } from './change-text';
import classes from './OverviewPage.module.css';
import { stackOf, GROUPS } from './state-groups';

const DAYS = 30;
const LABEL = `Sources by health, of the last ${DAYS} days`;
/** The width of a day with its gap, and the height of the chart, in units of the drawing. */
const STEP = 10;
const HEIGHT = 100;

interface Props {
  days: RegisterDay[];
  /** Whether an incident is open, during which the health of all checked sources is unknown. */
  isUnknown: boolean;
}

/**
 * The sources by health: by day as a chart, and today with the change since yesterday as numbers.
 */
export function StatesOverTime({ days, isUnknown }: Props) {
  const shown = lastDays(DAYS, new Date());
  // A day before the first check has items and no states.
  const known = days.filter(({ states }) => Object.keys(states).length > 0);
  const byDay = new Map(known.map((day) => [day.day, day.states]));
  const max = scaleMax(Math.max(0, ...days.map(({ states }) => total(states))));
  const latest = byDay.get(shown.at(-1)!) ?? known.at(-1)?.states ?? {};
  const today: Record<string, number> = isUnknown ? { unknown: total(latest) } : latest;
  const yesterday = isUnknown ? undefined : byDay.get(shown.at(-2)!);
  const textOf = (day: string) => {
    const counts = byDay.get(day);
    return `${formatDay(day)}: ${counts ? describe(counts) : 'no figures'}`;
  };
  const states = (Object.keys(HEALTH_STATE) as HealthState[]).filter((state) => today[state] || yesterday?.[state]);
  return (
    <section className={`card ${classes.card}`} aria-labelledby="states">
      <h2 id="states" className={`heading ${classes.heading}`}>
        Sources by health
      </h2>
      <ChartScale max={max} noun="source">
        <svg
          className={classes.stack}
          viewBox={`0 0 ${DAYS * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={LABEL}
        >
          {shown.map((day, index) => {
            const counts = byDay.get(day);
            return (
              <g key={day}>
                <title>{textOf(day)}</title>
                <rect className={classes.slot} x={index * STEP} y={0} width={STEP} height={HEIGHT} />
                {stackOf(counts ?? {}, HEIGHT / max).map(({ tone, y, height }) => (
                  <rect
                    key={tone}
                    className={classes.segment}
                    data-tone={tone}
                    x={index * STEP + 1}
                    y={HEIGHT - y - height}
                    width={STEP - 2}
                    height={height}
                  />
                ))}
              </g>
            );
          })}
        </svg>
      </ChartScale>
      <ChartText label={LABEL} days={shown.map((day) => ({ day, text: textOf(day) }))} />
      <p className={`caption ${classes.axis}`}>
        <span>{formatDay(shown[0]!)}</span>
        <span>today</span>
      </p>
      <p className={`caption ${classes.legend}`}>
        {GROUPS.map(({ tone, label }) => (
          <span key={tone} className="inline-4">
            <span className={classes.swatch} data-tone={tone} aria-hidden="true" />
            {label}
          </span>
        ))}
      </p>
      <ul className={`list ${classes.states}`} aria-label="Sources by health today">
        {states.map((state) => (
          <li key={state}>
            <Anchor component={Link} to={paths.sourcesByHealth(state)} className="inline-6" inherit>
              <HealthBadge state={state} />
              <strong>{formatNumber(today[state] ?? 0)}</strong>
            </Anchor>
            <span className="dimmed">{changeText(today[state] ?? 0, yesterday && (yesterday[state] ?? 0))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function total(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

function describe(counts: Record<string, number>): string {
  return (Object.entries(HEALTH_STATE) as [HealthState, string][])
    .filter(([state]) => counts[state])
    .map(([state, label]) => `${label} ${formatNumber(counts[state]!)}`)
    .join(', ');
}
