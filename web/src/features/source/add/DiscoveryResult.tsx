import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { outcomeVerdict } from '@/entities/endpoint/fetch-verdict';
import { credentialsFor } from '@/lib/credentials';
import type { AddressQueue } from './address-queue';
import { adviceFor } from './advice';
import { isUnchecked } from './candidate-groups';
import { candidateSummary } from './candidate-summary';
import { CandidateList } from './CandidateList';
import { CandidatePreview, PreviewPlaceholder } from './CandidatePreview';
import classes from './DiscoveryResult.module.css';
import { type Entry, isSelected, isUnreachable } from './entry';
import { arrivalText } from './entry-status';
import { mayReadMore } from './obstacle';
import { triedAddresses } from './tried-addresses';
import { TriedAddresses } from './TriedAddresses';
import { unreadAddresses } from './unread-addresses';
import { UnreadAddresses } from './UnreadAddresses';
import { useCheckCandidates } from './use-check-candidates';

interface Props {
  queue: AddressQueue;
  entry: Entry;
  onSelect: (urls: string[], selected: boolean) => void;
  onSearchAgain: () => void;
}

/**
 * The result of a discovery, updated while it runs: arrival, candidates, preview and tried
 * addresses.
 */
export function DiscoveryResult({ queue, entry, onSelect, onSearchAgain }: Props) {
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const checks = useCheckCandidates(queue, entry);
  const { phase, discovery } = entry;
  const { candidates, arrival, done } = discovery;
  const isSearching = phase.name === 'searching' || phase.name === 'queued';
  const failure = phase.name === 'failed' ? phase : undefined;
  const usable = candidates.filter((candidate) => candidate.kind);
  const hasFeed = usable.some(({ kind }) => kind !== 'html_list');
  const listed = candidates.filter((candidate) => candidate.kind || isUnchecked(candidate));
  const previewed = usable.find(({ url }) => url === previewUrl) ?? usable[0];
  const unreachable = isUnreachable(entry);
  const isEmpty = !isSearching && listed.length === 0;
  const isTypedWithoutScheme = !/^[a-z]+:/i.test(entry.address);
  const isPrevented = done?.verdict === 'prevented';
  // The reason of a prevented search explains the outcome in full.
  const arrivalFact =
    unreachable && isPrevented && arrival ? outcomeVerdict(arrival.outcome).title : arrivalText(discovery);
  return (
    <section className={`card stack-12 ${classes.result}`} aria-label="Search result" aria-busy={isSearching}>
      <div className={classes.head}>
        <ul className={`list ${classes.facts}`} aria-live="polite">
          {(arrival || isSearching) && (
            <li data-tone={unreachable ? 'warn' : arrival ? 'ok' : undefined}>
              {arrival ? <Icon name={unreachable ? 'warning' : 'check'} /> : <Loader size={14} />}
              {phase.name === 'queued' ? 'Queued; the search starts automatically.' : arrivalFact}
            </li>
          )}
          {isTypedWithoutScheme && arrival?.final_url.startsWith('http:') && (
            <li data-tone="warn">
              <Icon name="warning" />
              The site uses http instead of https
            </li>
          )}
          {(listed.length > 0 || (done && !isPrevented)) && (
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
        {!isSearching && (failure || done?.partial || isEmpty || isPrevented || mayReadMore(entry)) && (
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
      {unreachable && !isSearching && arrival && !isPrevented && !hasFeed && (
        <p className={`dimmed ${classes.advice}`}>{adviceFor(arrival.outcome)}</p>
      )}
      {failure && <Note tone={failure.stoppedByUser ? 'info' : 'bad'}>{failure.reason}</Note>}
      {isPrevented && <Note tone="warn">{done.reason}</Note>}
      {isEmpty && !failure && !unreachable && !isPrevented && (
        <Note tone="info">
          No feed was found at this address. If you know the address of a feed, add it below. You can also save the
          source without a feed.
        </Note>
      )}
      {(isSearching || listed.length > 0) && (
        <div className={classes.columns} data-busy={isSearching || undefined}>
          <CandidateList
            candidates={listed}
            previewed={previewed}
            isSearching={isSearching}
            isSelected={(candidate) => isSelected(entry, candidate)}
            checks={checks}
            onSelect={(changed, selected) =>
              onSelect(
                changed.map(({ url }) => url),
                selected,
              )
            }
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
      {!isSearching && <UnreadAddresses addresses={unreadAddresses(discovery)} />}
      {!isSearching && <TriedAddresses addresses={triedAddresses(discovery)} />}
    </section>
  );
}
