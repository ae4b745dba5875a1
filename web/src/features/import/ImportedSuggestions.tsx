import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { isVisiting, suggestionSummaryQuery } from '@/entities/suggestion/suggestion.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';

/**
 * Shows the progress of the visits to the homepages of the new sources, and links to their
 * suggestions.
 */
export function ImportedSuggestions({ importRun }: { importRun: Import }) {
  const { data: summary } = useQuery(suggestionSummaryQuery(importRun.id));
  if (!summary) return null;
  const { visits, sources } = summary;
  const visiting = isVisiting(summary);
  if (!visiting && !visits.paused && sources === 0) return null;
  return (
    <p className="dimmed">
      {visiting &&
        `The homepages of the new sources are being visited for their country, language and logo: ${formatCount(visits.waiting, 'homepage is', 'homepages are')} left. `}
      {visits.paused &&
        visits.waiting > 0 &&
        `${formatCount(visits.waiting, 'homepage')} of the new sources will be visited when an administrator resumes the visits. `}
      {sources > 0 && (
        <Anchor component={Link} to={paths.suggestionsOfImport(importRun.id)} inherit underline="always">
          {formatCount(sources, 'source has', 'sources have')} suggestions
        </Anchor>
      )}
    </p>
  );
}
