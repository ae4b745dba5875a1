import { Skeleton } from '@mantine/core';
import { useRef } from 'react';
import type { Candidate } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { formatCount } from '@/lib/format-count';
import { CandidateRow } from './CandidateRow';
import classes from './candidates.module.css';

interface Props {
  /** The best first. */
  candidates: Candidate[];
  shown: Candidate | undefined;
  busy: boolean;
  chosen: (address: string) => boolean;
  onChoose: (candidate: Candidate, chosen: boolean) => void;
  onShow: (candidate: Candidate) => void;
}

/** As many placeholders as most sites have feeds. */
const PLACES = 3;

/** The feeds, those of comments at the end, and behind a fold what was announced as a feed and is none. */
export function CandidateList({ candidates, shown, busy, chosen, onChoose, onShow }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useArrowFocus(list, 'input:not(:disabled)');
  const real = candidates.filter((candidate) => candidate.kind);
  const news = real.filter((candidate) => !candidate.comments);
  const comments = real.filter((candidate) => candidate.comments);

  function row(candidate: Candidate) {
    return (
      <CandidateRow
        key={candidate.url}
        candidate={candidate}
        checked={chosen(candidate.url)}
        shown={candidate === shown}
        onCheck={(checked) => onChoose(candidate, checked)}
        onShow={() => onShow(candidate)}
      />
    );
  }

  return (
    <div className={classes.column}>
      <ul ref={list} className={classes.candidates} aria-label="Feeds">
        {news.map(row)}
        {busy && news.length < PLACES && (
          <li className={classes.places} aria-hidden="true">
            {Array.from({ length: PLACES - news.length }, (_, at) => (
              <div key={at} className={classes.place}>
                <Skeleton height={10} width="40%" />
                <Skeleton height={8} width="70%" />
                <Skeleton height={8} width="55%" />
              </div>
            ))}
          </li>
        )}
        {comments.length > 0 && (
          <li className={classes.divider} aria-hidden="true">
            Comments of readers
          </li>
        )}
        {comments.map(row)}
      </ul>
      <NoFeeds candidates={candidates.filter((candidate) => !candidate.kind)} />
    </div>
  );
}

function NoFeeds({ candidates }: { candidates: Candidate[] }) {
  if (candidates.length === 0) return null;
  return (
    <details className={classes.noFeeds}>
      <summary>
        <Icon name="chevron-right" size={14} />
        {formatCount(candidates.length, 'announced address isn’t a feed', 'announced addresses aren’t feeds')}
      </summary>
      <ul>
        {candidates.map(({ url, detail }) => (
          <li key={url}>
            <span className={classes.noFeedAddress}>{url}</span> {detail ?? 'It could not be read.'}
          </li>
        ))}
      </ul>
    </details>
  );
}
