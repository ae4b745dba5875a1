import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AlertRule } from '@/api/gen/types.gen';
import { ConfirmModal } from '@/components/ConfirmModal';
import { SKIP_LEAVE_GUARD } from '@/components/form/LeaveGuard';
import { Icon } from '@/components/Icon';
import { notifyError, notifySuccess } from '@/components/notify';
import { useDeleteRule, useSaveRule, useTestRule } from '@/entities/alert/alert.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { useNow } from '@/lib/use-now';
import { toInput, toValues } from './rule-values';
import { isMuted } from './RuleState';

const HOUR_MS = 3600 * 1000;
const MUTES = [
  { label: 'For 1 hour', hours: 1 },
  { label: 'For 8 hours', hours: 8 },
  { label: 'For 1 day', hours: 24 },
  { label: 'For 1 week', hours: 168 },
];

/** Test, mute and delete a rule. */
export function RuleActions({ rule }: { rule: AlertRule }) {
  const test = useTestRule();
  const save = useSaveRule();
  const now = useNow();
  const [isDeleting, setIsDeleting] = useState(false);

  function mute(hours: number | null) {
    const muted_until = hours === null ? '' : new Date(now.getTime() + hours * HOUR_MS).toISOString();
    save.mutate(
      { rule, body: toInput({ ...toValues(rule), muted_until }) },
      {
        onSuccess: () => notifySuccess(hours === null ? 'The rule is no longer muted.' : 'The rule is muted.'),
        onError: (error) => notifyError('The rule was not changed', error),
      },
    );
  }

  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() =>
          test.mutate(rule.id, {
            onSuccess: ({ deliveries }) =>
              notifySuccess(
                `A test is being sent to ${formatCount(deliveries, 'destination')}. The log shows the result.`,
              ),
            onError: (error) => notifyError('The test was not sent', error),
          })
        }
      >
        Send a test
      </Button>
      {isMuted(rule, now) ? (
        <Button variant="default" loading={save.isPending} onClick={() => mute(null)}>
          Unmute
        </Button>
      ) : (
        <Menu position="bottom-end" shadow="md" returnFocus>
          <Menu.Target>
            <Button variant="default" loading={save.isPending} leftSection={<Icon name="pause" />}>
              Mute
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {MUTES.map(({ label, hours }) => (
              <Menu.Item key={hours} onClick={() => mute(hours)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      <DeleteRule rule={rule} opened={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}

function DeleteRule({ rule, opened, onClose }: { rule: AlertRule; opened: boolean; onClose: () => void }) {
  const remove = useDeleteRule();
  const navigate = useNavigate();
  async function confirm() {
    await remove.mutateAsync(rule);
    notifySuccess(`“${rule.name}” is deleted.`);
    void navigate(paths.alerts, { state: SKIP_LEAVE_GUARD });
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`Delete “${rule.name}”?`}
      action="Delete rule"
      onConfirm={confirm}
    >
      The open alerts of this rule end without a recovery message. Sent messages stay in the delivery log.
    </ConfirmModal>
  );
}
