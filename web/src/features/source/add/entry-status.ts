import type { ExistingSource } from '@/api/gen/types.gen';
import { hostOf } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { candidateSummary } from './candidate-summary';
import type { Discovery } from './discovery';
import { endpointRowsOf, type Entry, existingSource, isReady, isUnreachable, mayHaveNewFeeds, valuesOf } from './entry';
import { obstacleOf } from './obstacle';

/** Returns the result of fetching the given address, as a sentence. */
export function arrivalText({ arrival }: Discovery): string {
  if (!arrival) return 'Connecting to the site …';
  if (arrival.outcome !== 'ok') return arrival.detail ?? 'The site could not be read.';
  return arrival.hops.length > 0 ? `Redirected to ${hostOf(arrival.final_url)}` : 'Site reached';
}

/** Returns the beginning of a sentence that ends with the name of an existing source. */
export function existingSourceText(why: ExistingSource['why'] | undefined): string {
  switch (why) {
    case 'same_address':
      return 'This address already belongs to the source';
    case 'redirects_to':
      return 'This address redirects to an address of the source';
    default:
      return 'A source for this site already exists:';
  }
}

export interface EntryStatus {
  tone: 'muted' | 'busy' | 'ok' | 'warn' | 'bad';
  text: string;
}

/** Returns the status of an entry, for one line of the list. */
export function statusOf(entry: Entry): EntryStatus {
  const { phase, discovery, refusal } = entry;
  switch (phase.name) {
    case 'saved': {
      const { added } = phase.source;
      return { tone: 'ok', text: added ? `${formatCount(added, 'endpoint')} added` : 'Saved' };
    }
    case 'skipped':
      return { tone: 'muted', text: 'Skipped' };
    case 'saving':
      return { tone: 'busy', text: 'Saving' };
    case 'searching': {
      const { candidates } = discovery;
      return { tone: 'busy', text: candidates.length > 0 ? `${candidateSummary(candidates)} so far` : 'Searching' };
    }
    case 'duplicate':
      return { tone: 'warn', text: `Same site as address ${phase.of}` };
  }
  if (existingSource(entry)) return { tone: 'warn', text: 'Source exists' };
  if (phase.name === 'new' || phase.name === 'queued') return { tone: 'muted', text: 'Queued' };
  if (refusal !== undefined) return { tone: 'bad', text: refusal };
  if (isReady(entry)) {
    return { tone: 'ok', text: `${candidateSummary(discovery.candidates)} · ${valuesOf(entry).name}` };
  }
  return reviewReason(entry);
}

/** Returns why an entry cannot be saved without a review. */
function reviewReason(entry: Entry): EntryStatus {
  const { discovery } = entry;
  const obstacle = obstacleOf(entry);
  if (obstacle) return obstacle;
  const found = candidateSummary(discovery.candidates);
  const values = valuesOf(entry);
  if (isUnreachable(entry)) return { tone: 'warn', text: `${found}, homepage not reached` };
  if (discovery.done?.partial) return { tone: 'warn', text: `${found}, search incomplete` };
  if (values.name.trim() === '' || values.homepage_url.trim() === '') {
    return { tone: 'warn', text: `${found}, name or homepage missing` };
  }
  if (!mayHaveNewFeeds(entry)) return { tone: 'warn', text: `${found}, already registered` };
  return { tone: 'warn', text: `${found}, ${endpointRowsOf(entry).length > 0 ? 'review needed' : 'none selected'}` };
}
