import { useQuery } from '@tanstack/react-query';
import type { Source } from '@/api/gen/types.gen';
import { proposalsQuery } from '@/components/proposal/proposal.queries';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { suggestionsOfSourcesQuery } from '@/components/suggestion/suggestion.queries';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { shortAddress } from '@/lib/format-address';
import { SourceProposals } from '../completion/SourceProposals';
import { isIncomplete } from '../completion/visit.queries';
import classes from './SourceSuggestions.module.css';

/** The open suggestions for a source, its details and its endpoints. */
export function SourceSuggestions({ source }: { source: Source }) {
  const { data } = useQuery(suggestionsOfSourcesQuery([source.id]));
  const decisions = useDecideSuggestions();
  const list = data?.items ?? [];
  const { data: details } = useQuery(proposalsQuery({ source_id: source.id }));
  const hasDetails = (details?.items.length ?? 0) > 0 || isIncomplete(source);
  if (list.length === 0 && decisions.failures.length === 0 && !hasDetails) return null;
  return (
    <section className={classes.box} aria-labelledby="suggestions-title">
      <h2 className={classes.title} id="suggestions-title">
        Suggestions
      </h2>
      <FailureNotes failures={decisions.failures} />
      {list.length > 0 && (
        <ul className={classes.list}>
          {list.map((suggestion) => (
            <li key={suggestion.id} className={classes.row}>
              <div className={classes.what}>
                {suggestion.endpoint_url && (
                  <span className={classes.endpoint}>
                    {suggestion.endpoint_name || shortAddress(suggestion.endpoint_url)}
                  </span>
                )}
                <SuggestionText suggestion={suggestion} />
              </div>
              <SuggestionButtons suggestion={suggestion} decisions={decisions} />
            </li>
          ))}
        </ul>
      )}
      <SourceProposals source={source} />
    </section>
  );
}
