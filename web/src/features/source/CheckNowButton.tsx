import { Button } from '@mantine/core';
import type { Source } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifyError, notifySuccess } from '@/components/notify';
import { requestedChecksText } from '@/entities/check/requested-check-text';
import { useCheckSource } from '@/entities/source/source.mutations';

/** Requests a check of all active endpoints of a source. */
export function CheckNowButton({ source }: { source: Source }) {
  const check = useCheckSource(source.id);

  async function checkNow() {
    try {
      notifySuccess(requestedChecksText(await check.mutateAsync(), new Date()));
    } catch (error) {
      notifyError(`The check of “${source.name}” was not requested`, error);
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<Icon name="refresh" />}
      loading={check.isPending}
      onClick={() => void checkNow()}
    >
      Check now
    </Button>
  );
}
