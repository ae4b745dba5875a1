import { useQuery } from '@tanstack/react-query';
import type { Source } from '@/api/gen/types.gen';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { suggestedFieldsQuery, suggestionsOfSourcesQuery } from '@/entities/suggestion/suggestion.queries';
import { isIncomplete } from '@/entities/suggestion/visit.queries';
import { shortAddress } from '@/lib/format-address';
import { SuggestedFields } from '../completion/SuggestedFields';
import { VisitLine } from '../completion/VisitLine';
import classes from './SourceSuggestions.module.css';

/** The open suggestions for a source, its details and its endpoints. */
export function SourceSuggestions({ source }: { source: Source }) {
  const { data } = useQuery(suggestionsOfSourcesQuery([source.id]));
  const decisions = useDecideSuggestions();
  const list = data?.items ?? [];
  const { data: fields } = useQuery(suggestedFieldsQuery({ source_id: [source.id] }));
  const ofFields = fields?.items ?? [];
  const showsVisit = isIncomplete(source);
  if (list.length + ofFields.length + decisions.failures.length === 0 && !showsVisit) return null;
  return (
    <section className={classes.box} aria-labelledby="suggestions-title">
      <h2 className={classes.title} id="suggestions-title">
        Suggestions
      </h2>
      <FailureNotes decisions={decisions} />
      {list.length > 0 && (
        <ul className="list card divided">
          {list.map((suggestion) => (
            <li key={suggestion.id} className={`spread ${classes.row}`}>
              <div className={classes.what}>
                {suggestion.endpoint_url && (
                  <span className="hint breakable">
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
      {ofFields.length > 0 && <SuggestedFields suggestions={ofFields} decisions={decisions} />}
      {showsVisit && <VisitLine source={source} />}
    </section>
  );
}
