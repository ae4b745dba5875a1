import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Breadcrumb } from '@/components/Breadcrumb';
import { Icon } from '@/components/Icon';
import { formatNumber } from '@/lib/format-count';
import { lastListPath, RETURN_TO_LIST, saveListContext } from '@/lib/list-context';
import { paths, type SourceTab } from '@/lib/paths';
import classes from './SourceNavigation.module.css';
import { useListNeighbours, type Neighbour } from './use-list-neighbours';

/** Links from a source to the list it was opened from, and to its neighbours in that list. */
export function SourceNavigation({ id, tab }: { id: string; tab: SourceTab }) {
  const neighbours = useListNeighbours(id);
  return (
    <Breadcrumb to={lastListPath()} label="Sources" state={RETURN_TO_LIST}>
      {neighbours && (
        <span className="inline-4">
          {neighbours.position !== undefined && (
            <span className={classes.position}>
              {formatNumber(neighbours.position)} of {neighbours.list.isMinimum && 'more than '}
              {formatNumber(neighbours.list.total)}
            </span>
          )}
          <NeighbourLink label="Previous source" icon="chevron-left" neighbour={neighbours.previous} tab={tab} />
          <NeighbourLink label="Next source" icon="chevron-right" neighbour={neighbours.next} tab={tab} />
        </span>
      )}
    </Breadcrumb>
  );
}

interface NeighbourProps {
  label: string;
  icon: 'chevron-left' | 'chevron-right';
  /** Undefined at the end of the list. */
  neighbour: Neighbour | undefined;
  tab: SourceTab;
}

function NeighbourLink({ label, icon, neighbour, tab }: NeighbourProps) {
  if (!neighbour) {
    return (
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} disabled>
        <Icon name={icon} />
      </ActionIcon>
    );
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={paths.source(neighbour.id, tab)}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        data-repeatable
        onClick={() => neighbour.context && saveListContext(neighbour.context)}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
