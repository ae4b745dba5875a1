import { Button, Popover, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { dayAfter, startOfLocalDay } from '@/lib/dates';
import classes from './work-actions.module.css';
import { SNOOZES, snoozeEnd, type WorkAction } from './work-change';

interface Props {
  /** Names the sources, for the accessible name of the button. */
  what: string;
  pending: boolean;
  onChange: (action: WorkAction) => void;
}

/** A button that opens the choices of a snooze: a duration or a date. */
export function SnoozeButton({ what, pending, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const [day, setDay] = useState('');
  const list = useRef<HTMLDivElement>(null);

  function snooze(until: string) {
    setOpened(false);
    onChange({ type: 'snooze', until });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (day >= dayAfter(new Date())) snooze(startOfLocalDay(day));
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="history" size={14} />}
          loading={pending}
          aria-label={`Snooze ${what}`}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Snooze
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={`Snooze ${what}`}>
        <Durations list={list} onChoose={(choice) => snooze(snoozeEnd(choice, new Date()))} />
        <form className={classes.date} onSubmit={submit}>
          <TextInput
            type="date"
            label="Until a date"
            required
            withAsterisk={false}
            min={dayAfter(new Date())}
            max={snoozeEnd({ days: 365, months: 0 }, new Date()).slice(0, 10)}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Snooze
          </Button>
        </form>
        <p className={`hint ${classes.hint}`}>Checks and alerts continue.</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function Durations({
  list,
  onChoose,
}: {
  list: React.RefObject<HTMLDivElement | null>;
  onChoose: (choice: (typeof SNOOZES)[number]) => void;
}) {
  useArrowFocus(list, 'button');
  return (
    <div ref={list} role="group" aria-label="Durations" className={classes.options}>
      {SNOOZES.map((choice) => (
        <button
          key={choice.label}
          type="button"
          className={`row text-button ${classes.option}`}
          onClick={() => onChoose(choice)}
        >
          <span className={`breakable ${classes.label}`}>{choice.label}</span>
        </button>
      ))}
    </div>
  );
}
