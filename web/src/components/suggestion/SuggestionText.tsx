import type { Suggestion } from '@/api/gen/types.gen';
import { ExternalLink } from '@/components/ExternalLink';
import { describeEvidence, suggestedAction } from '@/entities/suggestion/describe-suggestion';
import { useNow } from '@/lib/use-now';
import { OutletComparison } from './OutletComparison';
import classes from './suggestion.module.css';

/** The suggested action, its evidence in words, and some of the items that match. */
export function SuggestionText({ suggestion }: { suggestion: Suggestion }) {
  const now = useNow();
  const { sample, matched, outlet } = suggestion.evidence;
  return (
    <div className={classes.text}>
      <strong className={classes.action}>{suggestedAction(suggestion)}</strong>
      <span className={classes.evidence}>{describeEvidence(suggestion, now)}</span>
      {outlet && (
        <details className={classes.sample}>
          <summary>Before and now</summary>
          <OutletComparison change={outlet} />
        </details>
      )}
      {sample.length > 0 && (
        <details className={classes.sample}>
          <summary>{matched ? 'Items that match' : 'Newest items'}</summary>
          <ul>
            {sample.map(({ title, url }) => (
              <li key={`${title} ${url ?? ''}`}>
                <ExternalLink url={url}>{title || url}</ExternalLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
