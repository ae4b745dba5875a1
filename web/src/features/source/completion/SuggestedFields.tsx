import type { Suggestion } from '@/api/gen/types.gen';
import { SuggestedValue } from '@/components/suggestion/SuggestedValue';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import type { Decisions } from '@/components/suggestion/use-decide-suggestions';
import { SUGGESTION_FIELD } from '@/entities/suggestion/labels';
import classes from './completion.module.css';

/** Lists the suggested details of a source. */
export function SuggestedFields({ suggestions, decisions }: { suggestions: Suggestion[]; decisions: Decisions }) {
  return (
    <ul className="list card divided">
      {suggestions.map((suggestion) => (
        <li key={suggestion.id} className={classes.row}>
          <span className={`dimmed ${classes.field}`}>{suggestion.field && SUGGESTION_FIELD[suggestion.field]}</span>
          <span className={`wrap ${classes.value}`}>
            <SuggestedValue suggestion={suggestion} />
            <span className="hint">{suggestion.evidence.origin}</span>
          </span>
          <SuggestionButtons suggestion={suggestion} decisions={decisions} isCompact />
        </li>
      ))}
    </ul>
  );
}
