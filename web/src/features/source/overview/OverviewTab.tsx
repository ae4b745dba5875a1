import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { SourceProposals } from '../completion/SourceProposals';
import { SourceDetails } from './SourceDetails';
import { SourceSuggestions } from './SourceSuggestions';

/** Shows the details of a source and its endpoints. */
export function OverviewTab({ source }: { source: Source }) {
  return (
    <>
      <SourceSuggestions source={source} />
      <SourceProposals source={source} />
      <SourceDetails source={source} />
      <Endpoints source={source} />
    </>
  );
}
