import { Button } from '@mantine/core';
import { useCanWrite } from '@/auth/member';
import { AssigneeButton, Initials } from './AssigneeButton';
import { SnoozeButton } from './SnoozeButton';
import type { Target } from './use-change-work';
import { asAssignee, type WorkAction } from './work-change';
import classes from './WorkPage.module.css';

interface Props {
  target: Target;
  pending: boolean;
  onChange: (action: WorkAction) => void;
}

/**
 * Who works on a source and until when it is snoozed, with the buttons to change it. Viewers see no
 * buttons.
 */
export function WorkButtons({ target: { name, work }, pending, onChange }: Props) {
  const canWrite = useCanWrite();
  const assignee = asAssignee(work.assignee);
  const until = work.snoozed_until;
  return (
    <span className={classes.actions}>
      {canWrite ? (
        <AssigneeButton assignee={assignee} what={name} pending={pending} onChange={onChange} />
      ) : (
        assignee && (
          <span className="inline-6">
            <Initials name={assignee.name} />
            {assignee.name}
          </span>
        )
      )}
      {canWrite &&
        (until ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={pending}
            aria-label={`End the snooze of ${name}`}
            onClick={() => onChange({ type: 'unsnooze' })}
          >
            End snooze
          </Button>
        ) : (
          <SnoozeButton what={name} pending={pending} onChange={onChange} />
        ))}
    </span>
  );
}
