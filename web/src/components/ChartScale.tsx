import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '@/lib/format-count';
import classes from './ChartScale.module.css';

interface Props {
  /** The value at the top of the chart, and what is counted, such as "item". */
  max: number;
  noun: string;
  children: ReactNode;
}

/**
 * The scale of values to the left of a chart. The chart is an element of its own, because it is
 * stretched.
 */
export function ChartScale({ max, noun, children }: Props) {
  return (
    <div className={classes.frame}>
      <div className={`caption ${classes.scale}`} aria-hidden="true">
        <span>{formatCount(max, noun)}</span>
        {max >= 2 && <span>{formatNumber(max / 2)}</span>}
        <span>0</span>
      </div>
      <div className={classes.chart}>{children}</div>
    </div>
  );
}
