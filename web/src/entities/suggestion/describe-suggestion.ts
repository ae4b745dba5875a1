import type {
  SameOutletReason,
  Suggestion,
  SuggestionEvidence,
  SuggestionField,
  SuggestionKind,
  SuggestionOutcome,
} from '@/api/gen/types.gen';
import { PAYWALL } from '@/entities/source/labels';
import { formatRecentDate } from '@/lib/dates';
import { shortAddress } from '@/lib/format-address';
import { formatCount, formatNumber } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { labelOf } from '@/lib/labels';
import { countryName, languageName } from '@/lib/place-names';
import { SUGGESTION_FIELD } from './labels';

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
      'The checks show that these endpoints are not read correctly with their present settings. Accepting changes the setting; the next check uses it.',
  },
  faster: {
    title: 'Check more often',
    meaning:
      'All items of these feeds were replaced between two checks, so items may have been missed. Accepting sets a shorter interval.',
  },
  slower: {
    title: 'Check less often',
    meaning: 'Nearly all checks of these endpoints find nothing new. Accepting sets a longer interval.',
  },
  archive: {
    title: 'Gone for a long time',
    meaning:
      'All endpoints of these sources have been gone for a long time. Accepting archives the source; it can be unarchived later.',
  },
  same_outlet: {
    title: 'Duplicate sources',
    meaning:
      'These sources may be the same outlet. Compare the two, then merge them. If they are different outlets, dismiss the suggestion; it is not made again.',
  },
  other_outlet: {
    title: 'Another outlet',
    meaning:
      'The items of these endpoints, or these homepages, seem to be those of another outlet, or their domain is for sale. Archive the source, or replace the address if the outlet continues at another one. “It is the same outlet” stores the held items and cannot be undone.',
  },
  field: {
    title: 'Details of sources',
    meaning: 'The homepages of these sources state a value for an empty or derived field. Accepting saves the value.',
  },
};

/** Returns what accepting a suggestion does, such as "Use example.org/feed". */
export function suggestedAction({ kind, evidence, endpoint_url: url, field }: Suggestion): string {
  switch (kind) {
    case 'moved':
      return `Use ${evidence.target ?? ''}`;
    case 'replaced':
      return `Add ${evidence.target ?? ''}`;
    case 'duplicate':
      return `Retire ${shortAddress(evidence.url ?? url ?? '')}`;
    case 'settings':
      return suggestedSetting(evidence);
    case 'faster':
    case 'slower':
      return `Check ${shortAddress(evidence.url ?? url ?? '')} every ${formatDuration(Number(evidence.after))}`;
    case 'archive':
    case 'other_outlet':
      return 'Archive this source';
    case 'same_outlet':
      return `Merge with ${evidence.other_source_name ?? 'another source'}`;
    case 'field':
      return field === 'logo' ? 'Set the logo' : `Set the ${fieldOf(field)} to ${formatValue(field, evidence.after)}`;
  }
}

/** Returns what accepting a suggestion did. */
export function madeChange({ kind, evidence, field }: Suggestion): string {
  switch (kind) {
    case 'moved':
      return `${shortAddress(evidence.url ?? '')} was replaced by ${evidence.target ?? ''}`;
    case 'replaced':
      return `${evidence.target ?? ''} was added beside ${shortAddress(evidence.url ?? '')}`;
    case 'duplicate':
      return `${shortAddress(evidence.url ?? '')} was retired`;
    case 'settings':
      return madeSetting(evidence);
    case 'faster':
    case 'slower':
      return `${shortAddress(evidence.url ?? '')} is checked every ${formatDuration(Number(evidence.after))}`;
    case 'archive':
    case 'other_outlet':
      return 'The source was archived';
    case 'same_outlet':
      return `The source was merged with ${evidence.other_source_name ?? 'another source'}`;
    case 'field':
      return `The ${fieldOf(field)} was set`;
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
      return describeReading(e, since);
    case 'faster':
      return `In ${formatNumber(e.losses ?? 0)} of ${formatCount(e.checks ?? 0, 'check')} since ${since}, all items were new. ${pace(e)} In the checks with new items, ${e.known_percent ?? 0} % of the items were known.`;
    case 'slower':
      return `${e.checks_new ? `Only ${formatNumber(e.checks_new)}` : 'None'} of ${formatCount(e.checks ?? 0, 'check')} since ${since} found new items. ${pace(e)}`;
    case 'archive':
      return e.endpoints === 1
        ? `Its endpoint has been gone since ${since}.`
        : `All ${formatNumber(e.endpoints ?? 0)} endpoints have been gone since ${since}.`;
    case 'same_outlet':
      return (e.reasons ?? []).map(describeReason).join(' ');
    case 'other_outlet':
      return describeOutlets(e, since);
    case 'field':
      return e.origin ?? '';
  }
}

function describeReason({ kind, text = '' }: SameOutletReason): string {
  switch (kind) {
    case 'items':
      return `${text} recent items are the same.`;
    case 'address':
      return `Both have the endpoint ${shortAddress(text)}.`;
    case 'redirect':
      return `The homepage or a feed of one is at ${text}, the domain of the other.`;
    case 'alias':
      return `${text} is the domain of one and another address of the other.`;
    case 'domain':
      return `Both have the domain ${text}.`;
    case 'name':
      return `Their names are nearly equal: ${text}.`;
  }
}

/** Returns the outlet of an endpoint or a homepage before and after a change. */
function describeOutlets(evidence: SuggestionEvidence, since: string): string {
  const { outlet, items = 0, url = '' } = evidence;
  const isHomepage = !evidence.endpoint_id;
  if (!outlet) {
    return `${isHomepage ? 'The homepage ' : ''}${shortAddress(url)} has offered its domain for sale since ${since}.`;
  }
  const { before, after } = outlet;
  const names =
    before.name && after.name && before.name !== after.name
      ? `The name changed from “${before.name}” to “${after.name}”.`
      : `Other articles appear under the name “${after.name ?? before.name ?? ''}”.`;
  const title = after.titles[0]
    ? ` A new title is “${after.titles[0]}”, an earlier one “${before.titles[0] ?? ''}”.`
    : '';
  if (isHomepage) return `${names}${title} The homepage ${shortAddress(url)} has looked like this since ${since}.`;
  return `${names}${title} ${formatCount(items, 'item')} of ${shortAddress(url)} ${items === 1 ? 'is' : 'are'} held since ${since}.`;
}

/** Returns the label of the button that accepts a suggestion. */
export function acceptLabel({ kind }: Suggestion): string {
  return kind === 'other_outlet' ? 'Archive the source' : 'Accept';
}

/** Returns the label of the button that dismisses a suggestion. */
export function dismissLabel({ kind, evidence }: Suggestion): string {
  if (kind === 'same_outlet') return 'Not a duplicate';
  return kind === 'other_outlet' && evidence.outlet ? 'It is the same outlet' : 'Dismiss';
}

/** Returns the field of a suggestion, for a sentence. */
export function fieldOf(field: SuggestionField | undefined): string {
  return field ? SUGGESTION_FIELD[field].toLowerCase() : '';
}

/** Formats the present or the suggested value of a field. */
export function formatValue(field: SuggestionField | undefined, value = ''): string {
  if (field === 'country') return countryName(value);
  if (field === 'languages') return value.split(',').map(languageName).join(', ');
  if (field === 'homepage_url') return shortAddress(value);
  if (field === 'paywall') return labelOf(PAYWALL, value);
  return value;
}

/** Returns how often the endpoint is checked at present. */
function pace({ before, every_seconds: every = 0 }: SuggestionEvidence): string {
  const mean = `It was checked every ${formatDuration(every)} on average`;
  return before === 'adaptive' ? `${mean}; the interval adapts to the feed.` : `${mean}.`;
}

function suggestedSetting({ setting, after = '' }: SuggestionEvidence): string {
  if (setting === 'charset') return `Read the feed as ${after}`;
  if (setting === 'default_zone') return `Read dates without a zone as ${after}`;
  return 'Identify the items by their addresses';
}

function madeSetting({ setting, after = '', url = '' }: SuggestionEvidence): string {
  const feed = shortAddress(url);
  if (setting === 'charset') return `${feed} is read as ${after}`;
  if (setting === 'default_zone') return `Dates without a zone in ${feed} are read as ${after}`;
  return `The items of ${feed} are identified by their addresses`;
}

function describeReading(e: SuggestionEvidence, since: string): string {
  const sightings = e.sightings ?? 0;
  const present = e.before ? ` The present setting is ${e.before}.` : '';
  if (e.setting === 'charset')
    return `The letters in ${formatCount(sightings, 'document')} since ${since} are those of ${e.after ?? ''}.${present || ' The feed declares another encoding or none.'}`;
  if (e.setting === 'default_zone') {
    const lead = e.lead_seconds ?? 0;
    const distance = formatDuration(Math.max(60, Math.abs(lead)));
    const found =
      lead > 0
        ? `were dated up to ${distance} after the check that found them`
        : `were dated at least ${distance} before the check that found them`;
    return `The dates have no zone. In ${formatCount(sightings, 'check')} since ${since}, new items ${found}.${present}`;
  }
  return `Known items have had new identifiers in ${formatCount(sightings, 'document')} since ${since}. The feed has ${formatCount(e.items ?? 0, 'item')}.`;
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
