import { Button, Checkbox } from '@mantine/core';
import type { Candidate, Overlap } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { hostOf, shortAddress } from '@/lib/format-address';
import { formatItemRate } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { isSelectable, isUnchecked } from './candidate-groups';
import classes from './candidates.module.css';

interface Props {
  candidate: Candidate;
  isSelected: boolean;
  /** The preview shows this candidate. */
  isPreviewed: boolean;
  /** A check of this candidate is running. */
  isChecking: boolean;
  onSelect: (isSelected: boolean) => void;
  onPreview: () => void;
  onCheck: () => void;
}

/** One candidate with its checkbox, kind, item rate and overlap. */
export function CandidateRow(props: Props) {
  const { candidate, isSelected, isPreviewed, isChecking, onSelect, onPreview, onCheck } = props;
  const { kind, existing, overlap, external_domain: externalDomain } = candidate;
  const itemRate = formatItemRate(candidate.per_day);
  return (
    <li className={`breakable ${classes.candidate}`} data-shown={isPreviewed || undefined}>
      <Checkbox
        checked={isSelected}
        disabled={!isSelectable(candidate)}
        label={candidate.title || hostOf(candidate.url)}
        description={candidate.final_url || candidate.url}
        onFocus={onPreview}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <div className={`hint ${classes.facts}`}>
        {kind && <span>{labelOf(ENDPOINT_KIND, kind)}</span>}
        {itemRate && <span>{itemRate}</span>}
        {candidate.newest && (
          <span>
            newest <RelativeTime at={candidate.newest} />
          </span>
        )}
        {kind && candidate.items === 0 && <span data-tone="warn">no items</span>}
        {candidate.full_text && <span>full text</span>}
        {externalDomain && <span>Hosted on {externalDomain}</span>}
        {overlap && !existing && <span>{overlapText(candidate, overlap)}</span>}
        {kind && (
          <button
            type="button"
            className={`text-button ${classes.previewButton}`}
            aria-pressed={isPreviewed}
            onClick={onPreview}
          >
            Preview
          </button>
        )}
        {isUnchecked(candidate) && (
          <>
            <span>Not checked</span>
            <Button variant="default" size="compact-xs" loading={isChecking} onClick={onCheck}>
              Check
            </Button>
          </>
        )}
        {!kind && !isUnchecked(candidate) && <span data-tone="warn">{candidate.detail ?? 'Not a feed'}</span>}
      </div>
      {existing && <p className={`dimmed ${classes.existing}`}>Already an endpoint of {existing.source_name}</p>}
    </li>
  );
}

function overlapText({ title }: Candidate, overlap: Overlap): string {
  const other = overlap.title && overlap.title !== title ? `“${overlap.title}”` : shortAddress(overlap.url);
  return `${overlap.shared} of ${overlap.of} items also in ${other}`;
}
