import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { administratorsQuery, memberQuery } from '@/auth/member';
import { useIdentity } from '@/auth/session';
import type { SessionUser } from '@/auth/session-store';
import { Icon } from '@/components/Icon';
import { KeyHint } from '@/components/KeyHint';
import { ROLE_DESCRIPTION } from '@/entities/person/labels';
import { paths } from '@/lib/paths';
import { areasOf } from './areas';
import classes from './shell.module.css';
import menu from './UserMenu.module.css';

export function UserMenu({ user, onHelp }: { user: SessionUser; onHelp: () => void }) {
  const identity = useIdentity();
  const { data: member } = useQuery(memberQuery(user.uid));
  // Without keepTransitions Mantine injects <style> during the change, which violates the CSP.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const name = member?.name || user.name || user.email;

  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <button type="button" className={`row text-button ${classes.userButton}`} aria-label={`Account of ${name}`}>
          <Icon name="menu" size={20} className={classes.onlyOnNarrow} />
          <Icon name="user" size={20} className={classes.notOnNarrow} />
          <span className={`truncate ${classes.userName}`}>{name}</span>
          <Icon name="chevron-down" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={menu.person}>
          <div className={`breakable ${menu.name}`}>{name}</div>
          {name !== user.email && <div className="hint breakable">{user.email}</div>}
          {member && <div className="hint breakable">{ROLE_DESCRIPTION[member.role]}</div>}
        </div>
        {member && member.role !== 'admin' && <Administrators />}
        {member && (
          <>
            <Menu.Divider />
            {areasOf(member.role)
              .filter((area) => area.isInMenuOnNarrow)
              .map(({ to, label }) => (
                <Menu.Item key={to} component={Link} to={to} className={menu.onlyOnNarrow}>
                  {label}
                </Menu.Item>
              ))}
            <Menu.Item component={Link} to={paths.tokens} leftSection={<Icon name="key" />}>
              API tokens
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          <Menu.RadioItem value="auto">System</Menu.RadioItem>
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="info" />} rightSection={<KeyHint keys={['?']} />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="sign-out" />} onClick={() => void identity.signOut('requested')}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Names the administrators, who can change the role of the user. */
function Administrators() {
  const { data } = useQuery(administratorsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Administrators, who can change your role</Menu.Label>
      {data.items.slice(0, MAX_NAMED).map((person) => (
        <Menu.Item key={person.id} component="a" href={`mailto:${person.email}`} leftSection={<Icon name="user" />}>
          {person.name}
        </Menu.Item>
      ))}
    </>
  );
}

/** The maximum number of administrators in the menu. The API lists the most recently seen first. */
const MAX_NAMED = 3;
