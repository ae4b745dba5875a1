import { Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { formatCount } from '@/lib/format-count';
import type { AddressQueue } from './address-queue';
import { type Entry, isClosed, isInProgress, isReady } from './entry';
import { obstacleOf } from './obstacle';
import classes from './QueueList.module.css';
import { QueueRow } from './QueueRow';
import { useThrottledQueue } from './use-address-queue';

interface Props {
  queue: AddressQueue;
  isSavingAll: boolean;
  onSaveAll: () => void;
  onStopSaving: () => void;
}

/** The list of all pasted addresses with their status. */
export function QueueList({ queue, isSavingAll, onSaveAll, onStopSaving }: Props) {
  const { entries, open, stopped } = useThrottledQueue(queue);
  const list = useRef<HTMLUListElement>(null);
  useArrowFocus(list, 'button');
  useEffect(() => {
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const ready = entries.filter(isReady).length;
  const isSearching = entries.some(isInProgress);
  const transient = entries.filter((entry) => obstacleOf(entry)?.isTransient).length;
  const isDisabled = ready === 0 && !isSavingAll;
  return (
    <section className={`card ${classes.queue}`} aria-label="Addresses">
      <div className={classes.head}>
        <h2>{formatCount(entries.length, 'address', 'addresses')}</h2>
        {(isSearching || stopped) && ( // one button for both actions, so that it keeps the focus
          <Button variant="subtle" size="compact-xs" onClick={() => (stopped ? queue.resume() : queue.stop())}>
            {stopped ? 'Resume searching' : 'Stop searching'}
          </Button>
        )}
        {!isSearching && transient > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={queue.searchTransientAgain}>
            Search {formatCount(transient, 'address', 'addresses')} again
          </Button>
        )}
        <p className={`hint ${classes.summary}`}>{summaryText(entries, ready)}</p>
        {!entries.every(isClosed) && (
          <Tooltip
            label="A source is ready when it has a name, a homepage and a feed, and nothing needs your review."
            disabled={isSavingAll}
            multiline
            w={260}
          >
            <Button
              className={classes.saveAll}
              variant="default"
              data-disabled={isDisabled || undefined}
              aria-disabled={isDisabled || undefined}
              onClick={isSavingAll ? onStopSaving : () => !isDisabled && onSaveAll()}
            >
              {isSavingAll ? 'Stop saving' : saveAllText(ready)}
            </Button>
          </Tooltip>
        )}
      </div>
      <ul ref={list} className={`list divided ${classes.rows}`} aria-label="Addresses">
        {entries.map((entry) => (
          <QueueRow
            key={entry.id}
            entry={entry}
            isOpen={entry.position === open}
            onOpen={queue.open}
            onSearchAgain={queue.search}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">
        {!isSearching && `The search is finished for all addresses. ${summaryText(entries, ready)}`}
      </VisuallyHidden>
    </section>
  );
}

function saveAllText(ready: number): string {
  return ready === 0 ? 'No source is ready to save' : `Save ${formatCount(ready, 'ready source')}`;
}

function summaryText(entries: Entry[], ready: number): string {
  const saved = entries.filter(({ phase }) => phase.name === 'saved').length;
  const skipped = entries.filter(({ phase }) => phase.name === 'skipped').length;
  const inProgress = entries.filter(isInProgress).length;
  const toReview = entries.length - saved - skipped - inProgress - ready;
  const parts = [
    saved > 0 && `${saved} saved`,
    skipped > 0 && `${skipped} skipped`,
    saved + skipped < entries.length && `${ready} ready`,
    toReview > 0 && `${toReview} to review`,
    inProgress > 0 && `${inProgress} in progress`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
