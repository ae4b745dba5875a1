import { ActionIcon, Menu } from '@mantine/core';
import type { Endpoint, EndpointIntent } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifyDone, notifyFailed, notifyUndo } from '@/components/notify';
import { useDeleteEndpoint, useRestoreEndpoint, useUpdateEndpoint } from './endpoint.mutations';

const DONE: Record<EndpointIntent, string> = {
  active: 'The endpoint is active.',
  paused: 'The endpoint is paused.',
  retired: 'The endpoint is retired.',
};

/** What can be done with one endpoint. */
export function EndpointMenu({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const update = useUpdateEndpoint(endpoint.source_id);
  const remove = useDeleteEndpoint(endpoint.source_id);
  const restore = useRestoreEndpoint(endpoint.source_id);
  const name = endpoint.name || endpoint.url;

  function become(intent: EndpointIntent, from = endpoint, undo = true) {
    update.mutate(
      { id: endpoint.id, version: from.version, patch: { intent } },
      {
        onSuccess: (changed) => {
          if (undo) notifyUndo(DONE[intent], () => become(endpoint.intent, changed, false));
          else notifyDone(DONE[intent]);
        },
        onError: (error) => notifyFailed(`“${name}” was not changed`, error),
      },
    );
  }

  function putBack() {
    restore.mutate(endpoint, {
      onSuccess: () => notifyDone('The endpoint is back.'),
      onError: (error) => notifyFailed(`“${name}” was not brought back`, error),
    });
  }

  async function drop() {
    try {
      await remove.mutateAsync(endpoint);
      notifyUndo('The endpoint is deleted.', putBack);
    } catch (error) {
      notifyFailed(`“${name}” was not deleted`, error);
    }
  }

  const busy = update.isPending || remove.isPending;
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" loading={busy} aria-label={`Actions for ${name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {endpoint.intent === 'active' ? (
          <Menu.Item leftSection={<Icon name="pause" />} onClick={() => become('paused')}>
            Pause
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon name="play" />} onClick={() => become('active')}>
            Activate
          </Menu.Item>
        )}
        {endpoint.intent !== 'retired' && (
          <Menu.Item leftSection={<Icon name="archive" />} onClick={() => become('retired')}>
            Retire
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => void drop()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
