import { Loader } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { shortAddress } from '@/lib/format-address';
import { paths } from '@/lib/paths';
import { type Entry, existingOf } from './entry';
import classes from './QueueList.module.css';
import { type Status, statusOf } from './words';

const SHAPES: Partial<Record<Status['tone'], IconName>> = { ok: 'check', warn: 'warning', bad: 'close' };

interface Props {
  entry: Entry;
  open: boolean;
  onOpen: (line: number) => void;
}

/** One address and how things stand with it. Always two lines high: results must not move what is below. */
export const QueueRow = memo(function QueueRow({ entry, open, onOpen }: Props) {
  const { tone, text } = statusOf(entry);
  const shape = SHAPES[tone];
  const source = entry.saved ?? existingOf(entry);
  return (
    <li className={classes.row} data-open={open || undefined}>
      <button
        type="button"
        className={classes.pick}
        aria-current={open ? 'true' : undefined}
        onClick={() => onOpen(entry.line)}
      >
        <span className={classes.number}>{entry.line}</span>
        <span className={classes.address}>{shortAddress(entry.address)}</span>
        <span className={classes.status} data-tone={tone} title={text}>
          {tone === 'busy' && <Loader size={12} />}
          {shape && <Icon name={shape} size={14} />}
          <span>{text}</span>
        </span>
      </button>
      {source && (
        <Link className={classes.source} to={paths.source(source.id)} target="_blank" title={source.name}>
          {source.name}
        </Link>
      )}
    </li>
  );
});
