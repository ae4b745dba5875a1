import type { Candidate } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './add.module.css';
import { count, hostOf } from './words';

/** How many items are shown: enough to tell what a feed is about. */
const SHOWN = 10;

/** The newest items as they would be stored, and what is odd about the feed. */
export function CandidatePreview({ candidate }: { candidate: Candidate }) {
  const { preview, warnings, hops, timings } = candidate;
  return (
    <div className={classes.preview}>
      <h3>Preview of “{candidate.title || hostOf(candidate.url)}”</h3>
      <ol aria-label="The newest items">
        {preview.slice(0, SHOWN).map((item, at) => (
          <li key={`${item.url ?? ''} ${at}`}>
            <span className={classes.when}>{item.published ? <RelativeTime at={item.published} /> : 'no date'}</span>
            <span className={classes.itemTitle} title={item.title}>
              {item.title || item.url}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.small}>
        {[
          count(candidate.items, 'item', 'items'),
          hops.length > 0 && count(hops.length, 'redirect', 'redirects'),
          `${timings.total_ms} ms`,
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </p>
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
