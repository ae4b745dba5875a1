import { Button, Loader } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { shortAddress } from '@/lib/format-address';
import { paths } from '@/lib/paths';
import { type Entry, existingSource, type SavedSource } from './entry';
import { type EntryStatus, statusOf } from './entry-status';
import { obstacleOf } from './obstacle';
import classes from './QueueList.module.css';

const ICONS: Partial<Record<EntryStatus['tone'], IconName>> = { ok: 'check', warn: 'warning', bad: 'close' };

interface Props {
  entry: Entry;
  isOpen: boolean;
  onOpen: (position: number) => void;
  onSearchAgain: (position: number) => void;
}

/**
 * One address with its status. Always two lines high, so that results do not move the rows below.
 */
export const QueueRow = memo(function QueueRow({ entry, isOpen, onOpen, onSearchAgain }: Props) {
  const { tone, text } = statusOf(entry);
  const icon = ICONS[tone];
  const source = linkedSource(entry);
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <button
        type="button"
        className={`text-button ${classes.open}`}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(entry.position)}
      >
        <span className={`caption ${classes.position}`}>{entry.position}</span>
        <span className={classes.address}>{shortAddress(entry.address)}</span>
        <span className={`hint ${classes.status}`} data-tone={tone} title={text}>
          {tone === 'busy' && <Loader size={12} />}
          {icon && <Icon name={icon} size={14} />}
          <span>{text}</span>
        </span>
      </button>
      {obstacleOf(entry)?.isTransient && !source && (
        <Button
          className={classes.again}
          variant="subtle"
          size="compact-xs"
          aria-label={`Search ${shortAddress(entry.address)} again`}
          onClick={() => onSearchAgain(entry.position)}
        >
          Search again
        </Button>
      )}
      {source && (
        <Link
          className={classes.source}
          to={source.isProposed ? paths.changeSet(source.id) : paths.source(source.id)}
          target="_blank"
          title={source.name}
        >
          {source.name}
        </Link>
      )}
    </li>
  );
});

/** Returns the source that the entry was saved as, or the existing source of its site. */
function linkedSource(entry: Entry): SavedSource | undefined {
  if (entry.phase.name === 'saved') return entry.phase.source;
  const existing = existingSource(entry);
  return existing && { id: existing.source_id, name: existing.source_name };
}
