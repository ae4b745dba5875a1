import classes from './Sparkline.module.css';

/** The width of a bar with its gap, in pixels. */
const STEP = 6;
/** The height of the largest bar, in pixels. */
const HEIGHT = 20;
/**
 * The minimum height of the bar of a value above zero, in pixels: it is visible next to much larger
 * bars.
 */
const MIN_BAR = 2;

/** A small chart with a bar per value. */
export function Sparkline({ values, label }: { values: number[]; label: string }) {
  const max = Math.max(1, ...values);
  const width = values.length * STEP;
  const bars = values.map((value, index) => {
    const height = value === 0 ? 0 : Math.max(MIN_BAR, (value / max) * HEIGHT);
    return `M${index * STEP} ${HEIGHT}v${-height}h${STEP - 1}v${height}z`;
  });
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      width={width}
      height={HEIGHT + 1}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path className={classes.bars} d={bars.join('')} />
      <path className={classes.axis} d={`M0 ${HEIGHT + 0.5}h${width - 1}`} />
    </svg>
  );
}
