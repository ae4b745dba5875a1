import { Checkbox } from '@mantine/core';
import type { Candidate } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import { hostOf, shortAddress } from '@/lib/format-address';
import { formatItemRate } from '@/lib/format-count';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import classes from './candidates.module.css';

interface Props {
  candidate: Candidate;
  isSelected: boolean;
  /** The preview shows this candidate. */
  isPreviewed: boolean;
  onSelect: (isSelected: boolean) => void;
  onPreview: () => void;
}

/** One feed with its checkbox and the facts that help to decide about it. */
export function CandidateRow({ candidate, isSelected, isPreviewed, onSelect, onPreview }: Props) {
  const { kind, existing, overlap } = candidate;
  const cadence = formatItemRate(candidate.per_day);
  return (
    <li className={classes.candidate} data-shown={isPreviewed || undefined}>
      <Checkbox
        checked={isSelected}
        disabled={Boolean(existing)}
        label={candidate.title || hostOf(candidate.url)}
        description={candidate.final_url}
        onFocus={onPreview}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <div className={classes.facts}>
        {kind && <span>{labelOf(ENDPOINT_KIND, kind)}</span>}
        {cadence && <span>{cadence}</span>}
        {candidate.newest && (
          <span>
            newest <RelativeTime at={candidate.newest} />
          </span>
        )}
        {candidate.items === 0 && <span data-tone="warn">no items</span>}
        {candidate.full_text && <span>full text</span>}
        <button type="button" className={classes.previewButton} aria-pressed={isPreviewed} onClick={onPreview}>
          Preview
        </button>
      </div>
      {existing && <p className={classes.collected}>Already collected for {existing.source_name}</p>}
      {overlap && !existing && (
        <p className={classes.overlap}>
          {overlap.shared} of {overlap.of} items are also in{' '}
          {overlap.title && overlap.title !== candidate.title ? `“${overlap.title}”` : shortAddress(overlap.url)}
        </p>
      )}
    </li>
  );
}
