import { useMutation } from '@tanstack/react-query';
import type { ChangeItemResult } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import { downloadItems, type ExportFormat } from '@/entities/change-set/change-set.queries';

/** Downloads the items of a change set, of one result or of all. */
export function useDownload(
  id: string,
  result: ChangeItemResult | undefined,
  save: (blob: Blob, name: string) => void,
) {
  return useMutation({
    mutationFn: async (format: ExportFormat) => ({ format, blob: await downloadItems(id, format, result) }),
    onSuccess: ({ format, blob }) => save(blob, `change-${id}.${format}`),
    onError: (error) => notifyError('The items were not downloaded', error),
  });
}
