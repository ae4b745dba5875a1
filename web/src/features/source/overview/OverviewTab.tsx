import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { SourceDetails } from './SourceDetails';

/** What is known of the source, and what is gathered from it. */
export function OverviewTab({ source }: { source: Source }) {
  return (
    <>
      <SourceDetails source={source} />
      <Endpoints source={source} />
    </>
  );
}
