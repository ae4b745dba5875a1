import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '@/auth/member';
import { useIdentity } from '@/auth/session';
import type { SessionUser } from '@/auth/session-store';
import { Icon } from '@/components/Icon';
import classes from './shell.module.css';
import menu from './UserMenu.module.css';

const ROLES = {
  viewer: 'Viewer: can view everything',
  editor: 'Editor: can change sources',
  admin: 'Admin: can change everything',
};

export function UserMenu({ user }: { user: SessionUser }) {
  const identity = useIdentity();
  const { data: member } = useQuery(memberQuery(user.uid));
  // Without keepTransitions Mantine injects <style> during the change, which violates the CSP.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const name = member?.name || user.name || user.email;

  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <button type="button" className={classes.userButton} aria-label={`Account of ${name}`}>
          <Icon name="user" size={20} />
          <span className={classes.userName}>{name}</span>
          <Icon name="chevron-down" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={menu.person}>
          <div className={menu.name}>{name}</div>
          {name !== user.email && <div className={menu.detail}>{user.email}</div>}
          {member && <div className={menu.detail}>{ROLES[member.role]}</div>}
        </div>
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          <Menu.RadioItem value="auto">System</Menu.RadioItem>
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="sign-out" />} onClick={() => void identity.signOut('requested')}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
