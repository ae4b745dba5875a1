import { Checkbox } from '@mantine/core';
import type { Candidate } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import { hostOf, shortAddress } from '@/lib/format-address';
import { formatItemRate } from '@/lib/format-count';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import classes from './candidates.module.css';

interface Props {
  candidate: Candidate;
  checked: boolean;
  shown: boolean;
  onCheck: (checked: boolean) => void;
  onShow: () => void;
}

/** One feed: whether to gather it, and what speaks for and against it. */
export function CandidateRow({ candidate, checked, shown, onCheck, onShow }: Props) {
  const { kind, existing, overlap } = candidate;
  return (
    <li className={classes.candidate} data-shown={shown || undefined}>
      <Checkbox
        checked={checked}
        disabled={Boolean(existing)}
        label={candidate.title || hostOf(candidate.url)}
        description={candidate.final_url}
        onFocus={onShow}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <div className={classes.about}>
        {kind && <span>{labelOf(ENDPOINT_KIND, kind)}</span>}
        {formatItemRate(candidate.per_day) && <span>{formatItemRate(candidate.per_day)}</span>}
        {candidate.newest && (
          <span>
            newest <RelativeTime at={candidate.newest} />
          </span>
        )}
        {candidate.items === 0 && <span data-tone="warn">no items</span>}
        {candidate.full_text && <span>full text</span>}
        <button type="button" className={classes.show} aria-pressed={shown} onClick={onShow}>
          Preview
        </button>
      </div>
      {existing && <p className={classes.collected}>Already collected for {existing.source_name}</p>}
      {overlap && !existing && (
        <p className={classes.remark}>
          {overlap.shared} of {overlap.of} items are also in{' '}
          {overlap.title && overlap.title !== candidate.title ? `“${overlap.title}”` : shortAddress(overlap.url)}
        </p>
      )}
    </li>
  );
}
