import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone, Verdict } from '@/entities/endpoint/fetch-verdict';
import classes from './preview.module.css';

const ICONS: Record<Tone, IconName> = { ok: 'check', warn: 'warning', bad: 'close' };

/** Shows a verdict with an icon and colour for its tone. The text alone is sufficient. */
export function VerdictLine({ verdict: { tone, title, sentence } }: { verdict: Verdict }) {
  return (
    <p className={`breakable ${classes.verdict}`} data-tone={tone}>
      <Icon name={ICONS[tone]} size={18} className={classes.verdictIcon} />
      <span>
        <strong>{title}.</strong> {sentence}
      </span>
    </p>
  );
}
