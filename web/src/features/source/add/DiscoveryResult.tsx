import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { credentialsFor } from '../form/credentials';
import { adviceFor } from './advice';
import { candidateSummary } from './candidate-summary';
import { CandidateList } from './CandidateList';
import { CandidatePreview, PreviewPlaceholder } from './CandidatePreview';
import classes from './DiscoveryResult.module.css';
import { type Entry, isSelected, isUnreachable } from './entry';
import { arrivalText } from './entry-status';

interface Props {
  entry: Entry;
  onSelect: (url: string, selected: boolean) => void;
  onSearchAgain: () => void;
}

/** The result of a discovery, also while it runs: facts about the site, the feeds and a preview. */
export function DiscoveryResult({ entry, onSelect, onSearchAgain }: Props) {
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const { phase, discovery } = entry;
  const { candidates, arrival, done } = discovery;
  const isSearching = phase.name === 'searching' || phase.name === 'queued';
  const failure = phase.name === 'failed' ? phase : undefined;
  const usable = candidates.filter((candidate) => candidate.kind);
  const previewed = usable.find(({ url }) => url === previewUrl) ?? usable[0];
  const unreachable = isUnreachable(entry);
  const isEmpty = !isSearching && usable.length === 0;
  return (
    <section className={classes.result} aria-label="Search result" aria-busy={isSearching}>
      <div className={classes.head}>
        <ul className={classes.facts} aria-live="polite">
          {(arrival || isSearching) && (
            <li data-tone={unreachable ? 'warn' : arrival ? 'ok' : undefined}>
              {arrival ? <Icon name={unreachable ? 'warning' : 'check'} /> : <Loader size={14} />}
              {phase.name === 'queued' ? 'Queued; the search starts automatically.' : arrivalText(discovery)}
            </li>
          )}
          {(usable.length > 0 || done) && (
            <li data-tone={usable.length > 0 ? 'ok' : 'warn'}>
              {isSearching ? <Loader size={14} /> : <Icon name={usable.length > 0 ? 'check' : 'warning'} />}
              {candidateSummary(candidates)}
            </li>
          )}
          {done?.partial && (
            <li data-tone="warn">
              <Icon name="warning" />
              The time limit was reached before all addresses were checked.
            </li>
          )}
        </ul>
        {!isSearching && (failure || done?.partial || isEmpty) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            onClick={onSearchAgain}
          >
            Search again
          </Button>
        )}
      </div>
      {unreachable && !isSearching && arrival && <p className={classes.advice}>{adviceFor(arrival.outcome)}</p>}
      {failure && <Note tone={failure.stoppedByUser ? 'info' : 'bad'}>{failure.reason}</Note>}
      {isEmpty && !failure && !unreachable && (
        <Note tone="info">
          No feed was found at this address. If you know the address of a feed, add it below. You can also save the
          source without a feed.
        </Note>
      )}
      {(isSearching || candidates.length > 0) && (
        <div className={classes.columns} data-busy={isSearching || undefined}>
          <CandidateList
            candidates={candidates}
            previewed={previewed}
            isSearching={isSearching}
            isSelected={(candidate) => isSelected(entry, candidate)}
            onSelect={({ url }, selected) => onSelect(url, selected)}
            onPreview={({ url }) => setPreviewUrl(url)}
          />
          {previewed ? (
            <CandidatePreview
              key={previewed.url}
              candidate={previewed}
              credentials={credentialsFor(entry, previewed.url)}
            />
          ) : (
            isSearching && <PreviewPlaceholder />
          )}
        </div>
      )}
    </section>
  );
}
