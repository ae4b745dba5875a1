import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import classes from './preview.module.css';
import type { Tone, Verdict } from './verdict';

const SHAPES: Record<Tone, IconName> = { ok: 'check', warn: 'warning', bad: 'close' };

/** Colour, shape and word: any one of them is enough to tell how a test went. */
export function VerdictLine({ verdict: { tone, word, sentence } }: { verdict: Verdict }) {
  return (
    <p className={classes.verdict} data-tone={tone}>
      <Icon name={SHAPES[tone]} size={18} className={classes.shape} />
      <span>
        <strong>{word}.</strong> {sentence}
      </span>
    </p>
  );
}
