import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { type Entry, isReady, isSettled } from './entry';
import classes from './QueueList.module.css';
import { QueueRow } from './QueueRow';
import { count } from './words';

interface Props {
  entries: Entry[];
  /** The line that is open. */
  at: number;
  stopped: boolean;
  savingAll: boolean;
  onOpen: (line: number) => void;
  onStop: () => void;
  onGoOn: () => void;
  onSaveAll: () => void;
  onStopSaving: () => void;
}

/** All addresses that were pasted, with what became of each. */
export function QueueList(props: Props) {
  const { entries, at, stopped, savingAll, onOpen, onStop, onGoOn, onSaveAll, onStopSaving } = props;
  const list = useRef<HTMLUListElement>(null);
  useArrowFocus(list, 'button');
  useEffect(() => {
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const ready = entries.filter(isReady).length;
  const searching = entries.some(({ phase, twin }) => phase === 'searching' || (phase === 'waiting' && !twin));
  return (
    <section className={classes.queue} aria-label="Addresses">
      <div className={classes.head}>
        <h2>{count(entries.length, 'address', 'addresses')}</h2>
        {searching && !stopped && (
          <Button variant="subtle" size="compact-xs" onClick={onStop}>
            Stop searching
          </Button>
        )}
        {stopped && (
          <Button variant="subtle" size="compact-xs" onClick={onGoOn}>
            Go on searching
          </Button>
        )}
        <p className={classes.sum}>{summary(entries, ready)}</p>
      </div>
      <ul ref={list} className={classes.rows} aria-label="Addresses">
        {entries.map((entry) => (
          <QueueRow key={entry.line} entry={entry} open={entry.line === at} onOpen={() => onOpen(entry.line)} />
        ))}
      </ul>
      <div className={classes.foot}>
        {savingAll ? (
          <Button variant="default" fullWidth onClick={onStopSaving}>
            Stop saving
          </Button>
        ) : (
          <Button variant="default" fullWidth disabled={ready === 0} onClick={onSaveAll}>
            {ready === 0 ? 'None is ready to be saved' : `Save all ${ready} that are ready`}
          </Button>
        )}
        <p>Ready is what has a name, a homepage and feeds, and nothing that you should look at.</p>
      </div>
      <VisuallyHidden role="status">
        {!searching && `All addresses are searched. ${summary(entries, ready)}`}
      </VisuallyHidden>
    </section>
  );
}

function summary(entries: Entry[], ready: number): string {
  const saved = entries.filter(({ phase }) => phase === 'saved').length;
  const skipped = entries.filter(({ phase }) => phase === 'skipped').length;
  const onTheWay = entries.filter(({ phase }) => ['waiting', 'searching', 'saving'].includes(phase)).length;
  const look = entries.filter((entry) => !isSettled(entry) && entry.phase === 'searched' && !isReady(entry)).length;
  const parts = [
    saved > 0 && `${saved} saved`,
    skipped > 0 && `${skipped} skipped`,
    `${ready} ready`,
    look > 0 && `${look} to look at`,
    onTheWay > 0 && `${onTheWay} to come`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
