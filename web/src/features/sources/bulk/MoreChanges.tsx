import { Button, Menu } from '@mantine/core';
import { Fragment } from 'react';
import { useCanPropose, useCanWrite, useIsAdmin } from '@/auth/member';
import { Icon } from '@/components/Icon';
import classes from './bulk.module.css';
import { CHANGE_GROUPS, type ChangeKind } from './change-kinds';

interface Props {
  onChange: (kind: ChangeKind) => void;
  onCheck: () => void;
  onExport: () => void;
}

/** A menu of all changes and of the export. What the member may not do is disabled. */
export function MoreChanges({ onChange, onCheck, onExport }: Props) {
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  const isAdmin = useIsAdmin();
  return (
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<Icon name="chevron-down" size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item onClick={onExport}>Export …</Menu.Item>
        {!canPropose && <Menu.Label>Only editors and administrators can change sources.</Menu.Label>}
        <Menu.Item disabled={!canWrite} onClick={onCheck}>
          Check now
        </Menu.Item>
        {CHANGE_GROUPS.map((group) => (
          <Fragment key={group.label}>
            <Menu.Label>{group.label}</Menu.Label>
            {group.kinds.map(({ kind, label, ...rest }) => {
              const needsAdmin = 'role' in rest && !isAdmin;
              return (
                <Menu.Item
                  key={kind}
                  disabled={!canPropose || needsAdmin}
                  rightSection={needsAdmin && <span className="caption">Administrators only</span>}
                  onClick={() => onChange(kind)}
                >
                  {label}
                </Menu.Item>
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
