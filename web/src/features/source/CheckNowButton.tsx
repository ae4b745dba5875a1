import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkSource } from '@/api/gen/sdk.gen';
import type { Source } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { Icon } from '@/components/Icon';
import { notifyError, notifySuccess } from '@/components/notify';
import { requestedChecksText } from '@/lib/requested-check-text';

/** Requests a check of all active endpoints of a source. */
export function CheckNowButton({ source }: { source: Source }) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: async () => (await checkSource({ path: { id: source.id } })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.health(source.id) }),
  });

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
