import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { queryKeys } from '@/api/query-keys';
import { notifyError } from '@/components/notify';
import { paths } from '@/lib/paths';
import { startSampleImport } from './sources.queries';

/** Imports the sample sources and opens the page of the import. */
export function useSampleImport() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: startSampleImport,
    onSuccess: (started) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.imports });
      void navigate(paths.import(started.id));
    },
    onError: (error) => notifyError('The sample sources could not be imported', error),
  });
}
