import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { suggestionSummaryQuery } from '@/entities/suggestion/suggestion.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './SourcesPage.module.css';

/**
 * Links to the suggestions for fields when there are any. The link is beside the count, so that its
 * appearance shifts nothing. A failure is not shown, because the list does not depend on it.
 */
export function SuggestionHint() {
  const { data } = useQuery(suggestionSummaryQuery());
  if (!data || data.sources === 0) return null;
  const count = data.capped && data.sources >= 10_000 ? 'More than 10,000 sources have' : sourcesHave(data.sources);
  return (
    <Anchor component={Link} to={paths.suggestions} className={classes.hint} underline="always">
      {count} suggestions
    </Anchor>
  );
}

function sourcesHave(count: number): string {
  return formatCount(count, 'source has', 'sources have');
}
