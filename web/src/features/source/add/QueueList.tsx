import { Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { formatCount } from '@/lib/format-count';
import { type Entry, isPending, isReady, isSettled } from './entry';
import classes from './QueueList.module.css';
import type { AddQueue } from './queue';
import { QueueRow } from './QueueRow';
import { useQueueSoon } from './use-queue';

interface Props {
  queue: AddQueue;
  savingAll: boolean;
  onSaveAll: () => void;
  onStopSaving: () => void;
}

/** All addresses that were pasted, with what became of each. */
export function QueueList({ queue, savingAll, onSaveAll, onStopSaving }: Props) {
  const { entries, at, stopped } = useQueueSoon(queue);
  const list = useRef<HTMLUListElement>(null);
  useArrowFocus(list, 'button');
  useEffect(() => {
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const ready = entries.filter(isReady).length;
  const searching = entries.some(isPending);
  const idle = ready === 0 && !savingAll;
  return (
    <section className={classes.queue} aria-label="Addresses">
      <div className={classes.head}>
        <h2>{formatCount(entries.length, 'address', 'addresses')}</h2>
        {(searching || stopped) && ( // one button, so that whoever pressed it keeps the focus
          <Button variant="subtle" size="compact-xs" onClick={() => (stopped ? queue.goOn() : queue.stop())}>
            {stopped ? 'Go on searching' : 'Stop searching'}
          </Button>
        )}
        <p className={classes.sum}>{summary(entries, ready)}</p>
        {!entries.every(isSettled) && (
          <Tooltip
            label="What has a name, a homepage and feeds, and nothing that you should look at"
            disabled={savingAll}
            multiline
            w={260}
          >
            <Button
              className={classes.all}
              variant="default"
              data-disabled={idle || undefined}
              aria-disabled={idle || undefined}
              onClick={savingAll ? onStopSaving : () => !idle && onSaveAll()}
            >
              {savingAll ? 'Stop saving' : saveAllText(ready)}
            </Button>
          </Tooltip>
        )}
      </div>
      <ul ref={list} className={classes.rows} aria-label="Addresses">
        {entries.map((entry) => (
          <QueueRow key={entry.line} entry={entry} open={entry.line === at} onOpen={queue.open} />
        ))}
      </ul>
      <VisuallyHidden role="status">
        {!searching && `All addresses are searched. ${summary(entries, ready)}`}
      </VisuallyHidden>
    </section>
  );
}

function saveAllText(ready: number): string {
  if (ready === 0) return 'None is ready to be saved';
  return ready === 1 ? 'Save the one that is ready' : `Save all ${ready} that are ready`;
}

function summary(entries: Entry[], ready: number): string {
  const saved = entries.filter(({ phase }) => phase === 'saved').length;
  const skipped = entries.filter(({ phase }) => phase === 'skipped').length;
  const pending = entries.filter(isPending).length;
  const look = entries.filter((entry) => !isSettled(entry) && !isPending(entry) && !isReady(entry)).length;
  const parts = [
    saved > 0 && `${saved} saved`,
    skipped > 0 && `${skipped} skipped`,
    !entries.every(isSettled) && `${ready} ready`,
    look > 0 && `${look} to look at`,
    pending > 0 && `${pending} to come`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
