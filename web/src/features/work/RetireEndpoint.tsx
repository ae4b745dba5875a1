import { Button } from '@mantine/core';
import type { Endpoint } from '@/api/gen/types.gen';
import { notifyError, notifySuccess, notifyWithUndo } from '@/components/notify';
import { usePatchEndpoint } from '@/entities/endpoint/fix.queries';
import { shortAddress } from '@/lib/format-address';

interface Props {
  endpoint: Endpoint;
  /** The source has no other endpoint. */
  isLast: boolean;
  onClose: () => void;
}

/** Asks for a confirmation and retires an endpoint. */
export function RetireEndpoint({ endpoint, isLast, onClose }: Props) {
  const change = usePatchEndpoint();
  const name = endpoint.name || shortAddress(endpoint.url);

  // The callbacks of mutate() are dropped when the entry unmounts, so the promise is awaited
  // instead.
  async function setIntent(of: Endpoint, intent: Endpoint['intent']): Promise<Endpoint | null> {
    try {
      return await change.mutateAsync({ endpoint: of, patch: { intent } });
    } catch (error) {
      notifyError(`“${name}” was not changed`, error);
      return null;
    }
  }
  async function undo(retired: Endpoint) {
    if (await setIntent(retired, endpoint.intent)) notifySuccess(`“${name}” is no longer retired.`);
  }
  async function retire() {
    const retired = await setIntent(endpoint, 'retired');
    if (!retired) return;
    notifyWithUndo(`“${name}” is retired.`, () => void undo(retired));
    onClose();
  }
  return (
    <>
      <p className="breakable">
        <strong>Retire {shortAddress(endpoint.url)}?</strong> It is not checked any more; its items and its history are
        kept. {isLast && 'The source then has no endpoint that is checked.'}
      </p>
      <div className="wrap">
        <Button size="compact-sm" variant="default" onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button size="compact-sm" color="red.9" loading={change.isPending} onClick={() => void retire()}>
          Retire the endpoint
        </Button>
      </div>
    </>
  );
}
