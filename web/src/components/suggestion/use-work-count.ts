import { useQuery } from '@tanstack/react-query';
import { suggestionSummaryQuery } from '@/entities/suggestion/suggestion.queries';
import { countWork, type WorkCount } from '@/entities/work/count-work';
import { workQuery } from '@/entities/work/work.queries';

/** Returns the counts that the toolbar and the tabs of the page Work show. */
export function useWorkCount(): WorkCount {
  const { data: work } = useQuery(workQuery());
  const { data: details } = useQuery(suggestionSummaryQuery());
  return countWork(work, details);
}
