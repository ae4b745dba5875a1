import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { SourcePage } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { ViewLinks } from './ViewLinks';
import classes from './views.module.css';

interface Props {
  open: { id: string; name: string } | undefined;
  page: Pick<SourcePage, 'total' | 'total_is_minimum'> | undefined;
}

/** The views in a menu, on screens without room for a list at the side. */
export function ViewMenu({ open, page }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={classes.menu}
          variant="default"
          size="sm"
          rightSection={<Icon name="chevron-down" size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          View: {open?.name ?? 'All sources'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views" className={classes.dropdown}>
        <ViewLinks open={open?.id} page={page} onSelect={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
