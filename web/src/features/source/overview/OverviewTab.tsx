import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { SourceDetails } from './SourceDetails';

/** Shows the details of a source and its endpoints. */
export function OverviewTab({ source }: { source: Source }) {
  return (
    <>
      <SourceDetails source={source} />
      <Endpoints source={source} />
    </>
  );
}
