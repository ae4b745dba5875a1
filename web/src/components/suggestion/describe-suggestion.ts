import type { Suggestion, SuggestionKind, SuggestionOutcome } from '@/api/gen/types.gen';
import { formatRecentDate } from '@/lib/dates';
import { shortAddress } from '@/lib/format-address';
import { formatCount, formatNumber } from '@/lib/format-count';

/** The kinds of suggestions: their title, what they mean, and what accepting does. */
export const SUGGESTION_KIND: Record<SuggestionKind, { title: string; meaning: string }> = {
  moved: {
    title: 'Moved',
    meaning:
      'The site redirects these addresses permanently, and the feed at the new address has the same items. Accepting replaces the address of the endpoint.',
  },
  replaced: {
    title: 'Broken, with another feed',
    meaning:
      'These endpoints are gone or have failed for a long time, and their site has another feed. Accepting adds that feed to the source. The broken endpoint is kept until the new one has proven to work, and is then retired.',
  },
  duplicate: {
    title: 'Duplicate endpoints',
    meaning:
      'Another endpoint has the same items, so that each one is counted twice. Accepting retires the endpoint; the other one stays.',
  },
  settings: {
    title: 'Settings',
    meaning:
      'The items of these feeds keep their addresses but get new identifiers, so the checks do not store them. Accepting identifies the items by their addresses.',
  },
  archive: {
    title: 'Gone for a long time',
    meaning:
      'All endpoints of these sources have been gone for a long time. Accepting archives the source; it can be unarchived later.',
  },
};

/** Returns what accepting a suggestion does, such as "Use example.org/feed". */
export function suggestedAction({ kind, evidence, endpoint_url: url }: Suggestion): string {
  switch (kind) {
    case 'moved':
      return `Use ${evidence.target ?? ''}`;
    case 'replaced':
      return `Add ${evidence.target ?? ''}`;
    case 'duplicate':
      return `Retire ${shortAddress(evidence.url ?? url ?? '')}`;
    case 'settings':
      return 'Identify the items by their addresses';
    case 'archive':
      return 'Archive this source';
  }
}

/** Returns what accepting a suggestion did. */
export function madeChange({ kind, evidence }: Suggestion): string {
  switch (kind) {
    case 'moved':
      return `${shortAddress(evidence.url ?? '')} was replaced by ${evidence.target ?? ''}`;
    case 'replaced':
      return `${evidence.target ?? ''} was added beside ${shortAddress(evidence.url ?? '')}`;
    case 'duplicate':
      return `${shortAddress(evidence.url ?? '')} was retired`;
    case 'settings':
      return `The items of ${shortAddress(evidence.url ?? '')} are identified by their addresses`;
    case 'archive':
      return 'The source was archived';
  }
}

/** Returns the evidence of a suggestion in words. */
export function describeEvidence({ kind, source_id: source, evidence: e }: Suggestion, now: Date): string {
  const since = e.first_seen_at ? formatRecentDate(new Date(e.first_seen_at), now) : '';
  switch (kind) {
    case 'moved':
      return [
        e.always ? 'All items came from the new address.' : matching(e.matched, e.items),
        redirected(e.sightings, e.status, since),
        e.drops_credentials &&
          'The saved user name and password are removed, because the new address is on another server.',
      ]
        .filter(Boolean)
        .join(' ');
    case 'replaced': {
      const newest = e.newest_at ? ` Its newest item is from ${formatRecentDate(new Date(e.newest_at), now)}.` : '';
      return e.matched
        ? `${formatNumber(e.matched)} of its ${formatCount(e.items ?? 0, 'newest item')} were also in this endpoint, which has been broken since ${since}.${newest}`
        : `It is the main feed of the site.${newest} This endpoint has been broken since ${since}.`;
    }
    case 'duplicate': {
      const owner = e.other_source_id === source ? '' : `, an endpoint of “${e.other_source_name ?? ''}”`;
      const other = `${shortAddress(e.other_url ?? '')}${owner}`;
      return e.target
        ? `${matching(e.matched, e.items)} It redirects permanently to ${other}.`
        : `${formatNumber(e.matched ?? 0)} of ${formatCount(e.items ?? 0, 'item')} of the last 7 days are also at ${other}.`;
    }
    case 'settings':
      return `Known items have had new identifiers in ${formatCount(e.sightings ?? 0, 'check')} since ${since}. The feed has ${formatCount(e.items ?? 0, 'item')}.`;
    case 'archive':
      return e.endpoints === 1
        ? `Its endpoint has been gone since ${since}.`
        : `All ${formatNumber(e.endpoints ?? 0)} endpoints have been gone since ${since}.`;
  }
}

function matching(matched = 0, items = 0): string {
  return `${formatNumber(matched)} of ${formatCount(items, 'item')} ${matched === 1 ? 'matches' : 'match'}.`;
}

function redirected(sightings = 0, status = 301, since: string): string {
  return `${formatCount(sightings, 'check')} followed the permanent redirect (${status})${since && ` since ${since}`}.`;
}

/** Returns what happened to decided suggestions, for a message. */
export function describeOutcome(outcomes: SuggestionOutcome[]): string {
  const [first] = outcomes;
  const verb = { accepted: 'accepted', dismissed: 'dismissed', undone: 'undone' }[String(first?.outcome)] ?? 'decided';
  if (outcomes.length === 1) return `The suggestion for ${first?.source_name ?? 'the source'} was ${verb}.`;
  return `${formatCount(outcomes.length, 'suggestion')} were ${verb}.`;
}
