import type { ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import classes from './Note.module.css';

const ICONS: Record<Tone, IconName> = { bad: 'warning', warn: 'warning', info: 'info', ok: 'check' };
type Tone = 'bad' | 'warn' | 'info' | 'ok';

/** A sentence or two in place, read out when it appears: at once when bad, otherwise when there is a pause. */
export function Note({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={classes.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} size={18} className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  );
}
