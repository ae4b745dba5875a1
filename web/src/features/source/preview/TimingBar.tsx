import type { CSSProperties } from 'react';
import type { FetchTimings } from '@/api/gen/types.gen';
import { formatMilliseconds } from '@/lib/format-duration';
import { timingPhases } from './measures';
import classes from './preview.module.css';

/** The phases of a request as a bar and as numbers. */
export function TimingBar({ timings }: { timings: FetchTimings }) {
  const phases = timingPhases(timings);
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {phases
          .filter(({ ms }) => ms > 0)
          .map(({ key, ms }) => (
            <span key={key} data-phase={key} style={{ '--share': ms } as CSSProperties} />
          ))}
      </div>
      <dl className={classes.legend}>
        {phases.map(({ key, name, ms }) => (
          <div key={key}>
            <dt>
              <span className={classes.swatch} data-phase={key} aria-hidden="true" />
              {name}
            </dt>
            <dd>{formatMilliseconds(ms)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{formatMilliseconds(timings.total_ms)}</dd>
        </div>
      </dl>
    </div>
  );
}
