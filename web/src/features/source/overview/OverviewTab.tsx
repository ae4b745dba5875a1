import type { ReactNode } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { Endpoints } from '../endpoints/Endpoints';
import { SourceOutlet } from '../outlet/SourceOutlet';
import { SourceRights } from '../rights/SourceRights';
import { SourceDetails } from './SourceDetails';
import { SourceSuggestions } from './SourceSuggestions';

/**
 * Shows the endpoints of a source, the suggestions for it, its rights, names, parts and details,
 * and the chart of its items.
 */
export function OverviewTab({ source, chart }: { source: Source; chart: ReactNode }) {
  return (
    <>
      <Endpoints source={source} />
      <SourceSuggestions source={source} />
      <SourceRights source={source} />
      <SourceOutlet source={source} />
      <SourceDetails source={source} />
      {chart}
    </>
  );
}
