import { formatDay } from '@/lib/dates';
import { scaleMax } from '@/lib/scale-max';
import { ChartScale } from './ChartScale';
import { ChartText } from './ChartText';
import classes from './DayBars.module.css';

interface Bar {
  /** A day in UTC, such as 2026-11-22. */
  day: string;
  value: number;
  /** The day and the value in words, for the tooltip and for screen readers. */
  label: string;
  /** What happened on the day; the bar gets a mark. */
  events?: string[];
}

/** The width of a bar with its gap, in units of the drawing. */
const STEP = 10;
const HEIGHT = 80;
/** A day with a value has a visible bar, also next to much larger ones. */
const MIN_BAR = 2;
const MARK_SIZE = 3;

/**
 * A bar per day, the last one today. It is drawn with SVG attributes, because the content security
 * policy forbids inline styles.
 */
export function DayBars({ bars, label, noun }: { bars: Bar[]; label: string; noun: string }) {
  const max = scaleMax(Math.max(...bars.map(({ value }) => value)));
  const height = (value: number) => (value === 0 ? 0 : Math.max(MIN_BAR, (value / max) * HEIGHT));
  return (
    <figure className={classes.figure}>
      <ChartScale max={max} noun={noun}>
        <svg
          className={classes.chart}
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 2 * MARK_SIZE + 2}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {[0, HEIGHT / 2].map((y) => (
            <line key={y} className={classes.grid} x1={0} x2={bars.length * STEP} y1={y} y2={y} />
          ))}
          {bars.map(({ day, value, label: text, events = [] }, index) => (
            <g key={day}>
              <title>{[text, ...events].join('\n')}</title>
              <rect className={classes.slot} x={index * STEP} y={0} width={STEP} height={HEIGHT + 2 * MARK_SIZE + 2} />
              <rect
                className={classes.bar}
                x={index * STEP + 1}
                y={HEIGHT - height(value)}
                width={STEP - 2}
                height={height(value)}
              />
              {events.length > 0 && (
                <rect
                  className={classes.mark}
                  x={index * STEP + 1}
                  y={HEIGHT + 3}
                  width={STEP - 2}
                  height={MARK_SIZE}
                />
              )}
            </g>
          ))}
          <line className={classes.axis} x1={0} x2={bars.length * STEP} y1={HEIGHT} y2={HEIGHT} />
        </svg>
      </ChartScale>
      <ChartText
        label={label}
        days={bars.map(({ day, label: text, events = [] }) => ({ day, text: [text, ...events].join('. ') }))}
      />
      <figcaption className={`caption ${classes.axisLabels}`}>
        <span>{bars[0] && formatDay(bars[0].day)}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
