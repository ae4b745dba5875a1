import type { ReactNode } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { SourceProposals } from '../completion/SourceProposals';
import { SourceDetails } from './SourceDetails';
import { SourceSuggestions } from './SourceSuggestions';

/** Shows the details of a source and its endpoints. */
export function OverviewTab({ source, chart }: { source: Source; chart: ReactNode }) {
  return (
    <>
      <SourceSuggestions source={source} />
      <SourceProposals source={source} />
      <SourceDetails source={source} />
      {chart}
      <Endpoints source={source} />
    </>
  );
}
