import { Button, Menu } from '@mantine/core';
import { Icon } from '@/components/Icon';
import { COLUMN_NAMES } from './columns';
import classes from './FilterBar.module.css';
import { HIDEABLE, type HideableColumn } from './sources.schema';

interface Props {
  hidden: HideableColumn[];
  onChange: (hidden: HideableColumn[]) => void;
  /** Resets the widths of the columns; undefined if none was changed. */
  onResetWidths: (() => void) | undefined;
}

export function ColumnChooser({ hidden, onChange, onResetWidths }: Props) {
  return (
    <Menu position="bottom-end" width={200} shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          className={classes.columns}
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<Icon name="chevron-down" size={14} />}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {HIDEABLE.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={!hidden.includes(column)}
            onChange={(show) => onChange(show ? hidden.filter((other) => other !== column) : [...hidden, column])}
          >
            {COLUMN_NAMES[column]}
            {column === 'lifecycle' && <span className={classes.note}>, unless all are active</span>}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!onResetWidths} onClick={onResetWidths}>
          Reset widths
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
