import { Button } from '@mantine/core';
import { Icon } from '@/components/Icon';
import { formatCount } from '@/lib/format-count';
import type { Selection } from './selection';
import classes from './selection.module.css';
import { useCheckSources } from './use-check-sources';

/** The number of selected sources, and what can be done with them. */
export function SelectionBar({ selection: { ids, clear } }: { selection: Selection }) {
  const { check, isPending } = useCheckSources();
  if (ids.size === 0) return null;
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="region" aria-label="Selected sources">
        <span className={classes.count}>{formatCount(ids.size, 'source')} selected</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="refresh" size={14} />}
          loading={isPending}
          onClick={() => void check({ ids: [...ids] })}
        >
          Check now
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          Clear selection
        </Button>
      </div>
    </div>
  );
}
