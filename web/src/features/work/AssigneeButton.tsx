import { Button, Popover, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { assigneesQuery } from '@/entities/work/work.queries';
import classes from './work-actions.module.css';
import { asAssignee, initialsOf, type Assignee, type WorkAction } from './work-change';

/** The number of members from which a search field is shown. */
const SEARCH_FROM = 9;
/**
 * A search is sent when the text has not changed for this time, so that not every key sends a
 * request.
 */
const SEARCH_DELAY_MS = 200;

interface Props {
  /** The assignee of the source, null without one, or undefined for several sources. */
  assignee?: Assignee | null;
  /** Names the sources, for the accessible name of the button. */
  what: string;
  pending: boolean;
  onChange: (action: WorkAction) => void;
}

/**
 * A button with the assignee, which opens the list of members. If a source has no assignee, a
 * second button assigns it to the signed-in member.
 */
export function AssigneeButton({ assignee, what, pending, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const me = useMember();

  function choose(action: WorkAction) {
    setOpened(false);
    onChange(action);
  }
  return (
    <span className={classes.assignee}>
      {assignee === null && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={pending}
          onClick={() => onChange({ type: 'assign', assignee: { id: me.id, name: me.name } })}
          aria-label={`Assign ${what} to me`}
        >
          Assign to me
        </Button>
      )}
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={260} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={assignee === null ? classes.narrow : undefined}
            loading={pending && assignee !== null}
            aria-label={
              assignee ? `${what} is assigned to ${assignee.name}. Change the assignee` : `Assign ${what} to a member`
            }
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {assignee && <Initials name={assignee.name} />}
            {assignee && (
              <span className={`truncate ${classes.name}`}>{assignee.id === me.id ? 'You' : assignee.name}</span>
            )}
            {assignee === undefined && 'Assign'}
            <Icon name="chevron-down" size={14} />
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={`Assign ${what}`}>
          <Members current={assignee ?? null} canUnassign={assignee !== null} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

/** The members to whom work can be assigned, the signed-in one first. */
function Members({
  current,
  canUnassign,
  onChoose,
}: {
  current: Assignee | null;
  canUnassign: boolean;
  onChoose: (action: WorkAction) => void;
}) {
  const me = useMember();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { data, error, refetch } = useQuery({ ...assigneesQuery(q), placeholderData: keepPreviousData });
  const list = useRef<HTMLDivElement>(null);
  useArrowFocus(list, 'button');
  const others = (data ?? []).flatMap((person) => asAssignee(person) ?? []).filter(({ id }) => id !== me.id);
  const showsMe = me.can_write && (!q || (data ?? []).some(({ id }) => id === me.id));
  return (
    <>
      {(others.length >= SEARCH_FROM || text) && (
        <TextInput
          aria-label="Find a member"
          placeholder="Find a member …"
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div ref={list} role="group" aria-label="Members" className={classes.options}>
        {[...(showsMe ? [{ id: me.id, name: me.name }] : []), ...others].map((person) => (
          <button
            key={person.id}
            type="button"
            className={`row text-button ${classes.option}`}
            aria-pressed={person.id === current?.id}
            onClick={() => onChoose({ type: 'assign', assignee: person })}
          >
            <Initials name={person.name} />
            <span className={`breakable ${classes.label}`}>
              {person.id === me.id ? `${person.name} (you)` : person.name}
            </span>
            {person.id === current?.id && <Icon name="check" size={14} />}
          </button>
        ))}
        {canUnassign && !q && (
          <button
            type="button"
            className={`row text-button ${classes.option}`}
            onClick={() => onChoose({ type: 'unassign' })}
          >
            <span className={classes.icon}>
              <Icon name="close" size={14} />
            </span>
            <span className={`breakable ${classes.label}`}>Unassign</span>
          </button>
        )}
      </div>
      {q && data?.length === 0 && <p className={`hint ${classes.hint}`}>No editor or administrator matches.</p>}
      {error && (
        <p className={`hint ${classes.hint}`}>
          The members could not be loaded.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

/** A circle with the initials of a member. */
export function Initials({ name }: { name: string }) {
  return (
    <span className={classes.initials} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
