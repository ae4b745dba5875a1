import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { Candidate, Credentials } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { hostOf } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { HopList } from '../preview/HopList';
import { ItemList } from '../preview/ItemList';
import { durationWords } from '../preview/measures';
import { TimingBar } from '../preview/TimingBar';
import { WarningList } from '../preview/WarningList';
import { CandidateTest } from './CandidateTest';
import classes from './candidates.module.css';

/** How many items are shown: enough to tell what a feed is about. */
const SHOWN = 10;

/** The newest items as they would be stored, and what is odd about the feed. */
export function CandidatePreview({ candidate, credentials }: { candidate: Candidate; credentials?: Credentials }) {
  const { preview, warnings, hops, timings } = candidate;
  const [tested, setTested] = useState(false);
  return (
    <div className={classes.preview}>
      <div className={classes.previewHead}>
        <h2>Preview of “{candidate.title || hostOf(candidate.url)}”</h2>
        <Button variant="default" size="compact-sm" onClick={() => setTested(true)}>
          Test
        </Button>
      </div>
      <CandidateTest candidate={candidate} credentials={credentials} opened={tested} onClose={() => setTested(false)} />
      <WarningList warnings={warnings} />
      <ItemList items={preview.slice(0, SHOWN)} brief />
      <details className={classes.fetched}>
        <summary>
          <Icon name="chevron-right" size={14} />
          {[
            formatCount(candidate.items, 'item', 'items'),
            hops.length > 0 && formatCount(hops.length, 'redirect', 'redirects'),
            `read in ${durationWords(timings.total_ms)}`,
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </summary>
        {hops.length > 0 && <HopList hops={hops} finalUrl={candidate.final_url} status={candidate.status} />}
        <TimingBar timings={timings} />
      </details>
    </div>
  );
}

/** Takes the room of a preview until there is one. */
export function PreviewPlace() {
  return (
    <div className={classes.preview} aria-hidden="true">
      <Skeleton height={12} width="50%" />
      <div className={classes.lines}>
        {Array.from({ length: SHOWN }, (_, at) => (
          <Skeleton key={at} height={10} />
        ))}
      </div>
    </div>
  );
}
