import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { SourcePage } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { formatCount } from '@/lib/format-count';
import { checkListText } from './check-list-text';
import classes from './selection.module.css';
import { filterOf } from './sources.queries';
import type { SourcesSearch } from './sources.schema';
import { useCheckSources } from './use-check-sources';

interface Props {
  search: SourcesSearch;
  /** Undefined while it loads: the number of sources is not known then. */
  page: SourcePage | undefined;
}

/**
 * Requests checks of all sources of the list. Shows the number of sources and the expected duration
 * before the request.
 */
export function CheckListButton({ search, page }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { check, isPending } = useCheckSources();
  const total = page?.total ?? 0;
  const isMinimum = page?.total_is_minimum === true;
  const label = `Check ${isMinimum ? 'more than ' : ''}${formatCount(total, 'source')}`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={classes.checkList}
          variant="default"
          leftSection={<Icon name="refresh" />}
          disabled={total === 0}
          onClick={() => setOpen(!isOpen)}
        >
          Check now
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Check the listed sources">
        <div className="stack-12">
          <p>{checkListText(total, isMinimum)}</p>
          <Button
            loading={isPending}
            onClick={() => void check({ all: filterOf(search) }).then((isDone) => isDone && setOpen(false))}
          >
            {label}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
