import type { CSSProperties } from 'react';
import type { FetchTimings } from '@/api/gen/types.gen';
import { durationWords, phasesOf } from './measures';
import classes from './preview.module.css';

/** Where the time went: a bar to see it, numbers to know it. */
export function TimingBar({ timings }: { timings: FetchTimings }) {
  const phases = phasesOf(timings);
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
            <dd>{durationWords(ms)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>In all</dt>
          <dd>{durationWords(timings.total_ms)}</dd>
        </div>
      </dl>
    </div>
  );
}
