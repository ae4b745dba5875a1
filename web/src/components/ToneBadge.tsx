import type { ReactNode } from 'react';
import type { Tone } from './tone';
import classes from './ToneBadge.module.css';

/** An icon and a word in the colour of a tone. */
export function ToneBadge({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={`inline-6 ${classes.badge}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
