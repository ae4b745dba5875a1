import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { Candidate, Credentials } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { hostOf, shortAddress } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { formatMilliseconds } from '@/lib/format-duration';
import { HopList } from '../preview/HopList';
import { ItemList } from '../preview/ItemList';
import { TimingBar } from '../preview/TimingBar';
import { WarningList } from '../preview/WarningList';
import classes from './candidates.module.css';
import { CandidateTestDrawer } from './CandidateTestDrawer';

/** Ten titles are enough to recognize the topics of a feed. */
const MAX_ITEMS = 10;

/** The newest items of a feed, and its warnings. */
export function CandidatePreview({ candidate, credentials }: { candidate: Candidate; credentials?: Credentials }) {
  const { preview, warnings, hops, timings } = candidate;
  const [isTestOpen, setIsTestOpen] = useState(false);
  return (
    <div className={`stack-8 ${classes.preview}`}>
      <div className={classes.previewHead}>
        <h2>Preview of “{candidate.title || hostOf(candidate.url)}”</h2>
        <Button variant="default" size="compact-sm" onClick={() => setIsTestOpen(true)}>
          Test feed
        </Button>
      </div>
      <CandidateTestDrawer
        candidate={candidate}
        credentials={credentials}
        opened={isTestOpen}
        onClose={() => setIsTestOpen(false)}
      />
      {(candidate.announced_by || candidate.external_domain) && (
        <p className={`hint breakable ${classes.origin}`}>
          {candidate.announced_by && <span>Found on {shortAddress(candidate.announced_by)}</span>}
          {candidate.external_domain && <span>Hosted on {candidate.external_domain}</span>}
        </p>
      )}
      <WarningList warnings={warnings} />
      <ItemList items={preview.slice(0, MAX_ITEMS)} brief />
      <details className={`hint ${classes.fetchDetails}`}>
        <DisclosureSummary iconSize={14}>
          {[
            formatCount(candidate.items, 'item'),
            hops.length > 0 && formatCount(hops.length, 'redirect'),
            `fetched in ${formatMilliseconds(timings.total_ms)}`,
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </DisclosureSummary>
        {hops.length > 0 && <HopList hops={hops} finalUrl={candidate.final_url} status={candidate.status} />}
        <TimingBar timings={timings} />
      </details>
    </div>
  );
}

/** Reserves the space of the preview while the discovery runs. */
export function PreviewPlaceholder() {
  return (
    <div className={`stack-8 ${classes.preview}`} aria-hidden="true">
      <Skeleton height={12} width="50%" />
      <div className={classes.placeholderLines}>
        {Array.from({ length: MAX_ITEMS }, (_, index) => (
          <Skeleton key={index} height={10} />
        ))}
      </div>
    </div>
  );
}
