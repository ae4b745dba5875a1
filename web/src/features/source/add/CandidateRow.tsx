import { Checkbox } from '@mantine/core';
import type { Candidate } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import classes from './add.module.css';
import { cadence, hostOf } from './words';

interface Props {
  candidate: Candidate;
  checked: boolean;
  shown: boolean;
  onCheck: (checked: boolean) => void;
  onShow: () => void;
}

/** One feed: whether to gather it, and what speaks for and against it. */
export function CandidateRow({ candidate, checked, shown, onCheck, onShow }: Props) {
  const { kind, existing } = candidate;
  const title = candidate.title || hostOf(candidate.url);
  return (
    <li className={classes.candidate} data-shown={shown || undefined}>
      <Checkbox
        checked={checked}
        disabled={!kind || Boolean(existing)}
        label={title}
        description={candidate.final_url}
        onFocus={onShow}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <div className={classes.about}>
        {kind ? (
          <>
            <span>{labelOf(ENDPOINT_KIND, kind)}</span>
            {cadence(candidate.per_day) && <span>{cadence(candidate.per_day)}</span>}
            {candidate.newest && (
              <span>
                newest <RelativeTime at={candidate.newest} />
              </span>
            )}
            {candidate.full_text && <span>full text</span>}
            {candidate.comments && <span data-tone="warn">comments</span>}
            {existing && <span data-tone="warn">already gathered for {existing.source_name}</span>}
            <button type="button" className={classes.show} aria-pressed={shown} onClick={onShow}>
              Preview
            </button>
          </>
        ) : (
          <span data-tone="warn">{candidate.detail}</span>
        )}
      </div>
    </li>
  );
}
