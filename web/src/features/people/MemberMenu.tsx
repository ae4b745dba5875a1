import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Member, MemberPatch, Role } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { Icon } from '@/components/Icon';
import { notifySuccess, notifyWithUndo, tryOrNotify } from '@/components/notify';
import { ROLE } from '@/entities/person/labels';
import { useRemoveMember, useUpdateMember } from '@/entities/person/person.queries';

/** The menu of actions for one member: role, disable or enable, remove. */
export function MemberMenu({ member }: { member: Member }) {
  const isSelf = useMember().id === member.id;
  const update = useUpdateMember();
  const [isRemoving, setIsRemoving] = useState(false);

  function change(from: Member, patch: MemberPatch, done: string, undo?: MemberPatch): Promise<boolean> {
    return tryOrNotify(`${member.name} was not changed`, async () => {
      const changed = await update.mutateAsync({ member: from, patch });
      if (undo) notifyWithUndo(done, () => void change(changed, undo, 'The change was undone.'));
      else notifySuccess(done);
    });
  }

  function changeRole(role: Role) {
    if (role === member.role) return;
    // A change of the user's own role offers no undo, because it may take away the permission to
    // undo it.
    const undo = isSelf ? undefined : { role: member.role };
    void change(member, { role }, `${member.name} now has the role ${ROLE[role].toLowerCase()}.`, undo);
  }

  return (
    <>
      <Menu position="bottom-end" width={220} shadow="md" returnFocus>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-busy={update.isPending}
            aria-label={`Actions for ${member.name}`}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Role</Menu.Label>
          <Menu.RadioGroup value={member.role} onChange={(role) => changeRole(role as Role)}>
            {Object.entries(ROLE).map(([role, label]) => (
              <Menu.RadioItem key={role} value={role} closeMenuOnClick>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {member.state === 'disabled' ? (
            <Menu.Item
              leftSection={<Icon name="play" />}
              onClick={() => void change(member, { disabled: false }, `${member.name} is enabled.`)}
            >
              Enable
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Icon name="pause" />}
              onClick={() =>
                void change(
                  member,
                  { disabled: true },
                  `${member.name} is disabled. This takes effect within a minute.`,
                  isSelf ? undefined : { disabled: false },
                )
              }
            >
              Disable
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setIsRemoving(true)}>
            Remove …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveDialog member={member} opened={isRemoving} onClose={() => setIsRemoving(false)} />
    </>
  );
}

function RemoveDialog({ member, opened, onClose }: { member: Member; opened: boolean; onClose: () => void }) {
  const remove = useRemoveMember();
  async function confirm() {
    await remove.mutateAsync(member);
    notifySuccess(`${member.name} is removed.`);
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`Remove ${member.name}?`}
      action="Remove member"
      onConfirm={confirm}
    >
      {member.email} can no longer sign in, and the API tokens of this member are revoked. The history keeps the name.
      To restore access, invite the e-mail address again.
    </ConfirmModal>
  );
}
