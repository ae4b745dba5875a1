import { Skeleton } from '@mantine/core';
import { useRef } from 'react';
import type { Candidate } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { formatCount } from '@/lib/format-count';
import { CandidateRow } from './CandidateRow';
import classes from './candidates.module.css';

interface Props {
  /** Sorted by rank, the best first. */
  candidates: Candidate[];
  previewed: Candidate | undefined;
  isSearching: boolean;
  isSelected: (candidate: Candidate) => boolean;
  onSelect: (candidate: Candidate, isSelected: boolean) => void;
  onPreview: (candidate: Candidate) => void;
}

/** The number of feeds that a typical site has. */
const PLACEHOLDERS = 3;

/** The list of feeds: comment feeds last, and the announced addresses that are not feeds in a collapsed section. */
export function CandidateList({ candidates, previewed, isSearching, isSelected, onSelect, onPreview }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useArrowFocus(list, 'input:not(:disabled)');
  const usable = candidates.filter(({ kind }) => kind);
  const feeds = usable.filter(({ comments }) => !comments);
  const commentFeeds = usable.filter(({ comments }) => comments);

  function row(candidate: Candidate) {
    return (
      <CandidateRow
        key={candidate.url}
        candidate={candidate}
        isSelected={isSelected(candidate)}
        isPreviewed={candidate === previewed}
        onSelect={(selected) => onSelect(candidate, selected)}
        onPreview={() => onPreview(candidate)}
      />
    );
  }

  return (
    <div className={classes.column}>
      <ul ref={list} className={classes.candidates} aria-label="Feeds">
        {feeds.map(row)}
        {isSearching && feeds.length < PLACEHOLDERS && (
          <li className={classes.placeholders} aria-hidden="true">
            {Array.from({ length: PLACEHOLDERS - feeds.length }, (_, index) => (
              <div key={index} className={classes.placeholder}>
                <Skeleton height={10} width="40%" />
                <Skeleton height={8} width="70%" />
                <Skeleton height={8} width="55%" />
              </div>
            ))}
          </li>
        )}
        {commentFeeds.length > 0 && (
          <li className={classes.divider} aria-hidden="true">
            Comment feeds
          </li>
        )}
        {commentFeeds.map(row)}
      </ul>
      <RejectedAddresses candidates={candidates.filter(({ kind }) => !kind)} />
    </div>
  );
}

function RejectedAddresses({ candidates }: { candidates: Candidate[] }) {
  if (candidates.length === 0) return null;
  return (
    <details className={classes.rejected}>
      <summary>
        <Icon name="chevron-right" size={14} />
        {formatCount(candidates.length, 'announced address is not a feed', 'announced addresses are not feeds')}
      </summary>
      <ul>
        {candidates.map(({ url, detail }) => (
          <li key={url}>
            <span className={classes.rejectedAddress}>{url}</span> {detail ?? 'The address could not be read.'}
          </li>
        ))}
      </ul>
    </details>
  );
}
