import { useNavigate } from 'react-router-dom';
import { notifyError } from '@/components/notify';
import { useStartSampleImport } from '@/entities/import/import.queries';
import { paths } from '@/lib/paths';

/** Imports the sample sources and opens the page of the import. */
export function useSampleImport() {
  const navigate = useNavigate();
  return useStartSampleImport({
    onSuccess: (started) => void navigate(paths.import(started.id)),
    onError: (error) => notifyError('The sample sources could not be imported', error),
  });
}
