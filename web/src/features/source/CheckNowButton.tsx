import { Button } from '@mantine/core';
import type { Source } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifySuccess, tryOrNotify } from '@/components/notify';
import { requestedChecksText } from '@/entities/check/requested-check-text';
import { useCheckSource } from '@/entities/source/source.mutations';

/** Requests a check of all active endpoints of a source. */
export function CheckNowButton({ source }: { source: Source }) {
  const check = useCheckSource(source.id);

  const checkNow = () =>
    tryOrNotify(`The check of “${source.name}” was not requested`, async () => {
      notifySuccess(requestedChecksText(await check.mutateAsync(), new Date()));
    });

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
