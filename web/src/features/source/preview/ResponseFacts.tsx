import type { ReactNode } from 'react';
import type { Preview } from '@/api/gen/types.gen';
import { FactList } from '@/components/FactList';
import { RelativeTime } from '@/components/RelativeTime';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { formatCount, formatItemRate, formatNumber } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { languageName } from '@/lib/place-names';
import { sizesText } from './measures';
import classes from './preview.module.css';

/** Shows the facts of a response; facts without a value are left out. */
export function ResponseFacts({ preview }: { preview: Preview }) {
  const { kind, newest, items, dated, duplicates, language } = preview;
  const facts: [string, ReactNode][] = [
    ['Status', preview.status],
    ['Kind', kind && labelOf(ENDPOINT_KIND, kind)],
    ['Title', kind && preview.title],
    ['Items', kind && itemsText(items, dated, duplicates)],
    ['Newest item', newest && <RelativeTime at={newest} />],
    ['Frequency', formatItemRate(preview.per_day)],
    ['Content', kind && items > 0 && (preview.full_text ? 'Full text' : 'Titles or summaries')],
    ['Language', language && languageName(language)],
    ['Protocol', preview.protocol],
    ['Size', preview.bytes > 0 && sizesText(preview)],
    ['Encoding', preview.charset],
    ['Content type', preview.content_type],
  ];
  return <FactList className={classes.facts} facts={facts} />;
}

function itemsText(items: number, dated: number, duplicates: number): string {
  const dates = dated === items ? 'all with a date' : `${dated || 'none'} with a date`;
  const parts = [formatNumber(items), items > 0 && dates, duplicates > 0 && formatCount(duplicates, 'duplicate')];
  return parts.filter(Boolean).join(' · ');
}
