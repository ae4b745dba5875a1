import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { Facts } from './Facts';

/** What is known of the source, and what is gathered from it. */
export function OverviewTab({ source }: { source: Source }) {
  return (
    <>
      <Facts source={source} />
      <Endpoints source={source} />
    </>
  );
}
