import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import type { Tone } from './tone';

interface Props {
  tone: Tone;
  icon: IconName;
  /** The message, in one sentence. */
  text: string;
  /** Details, for which narrow screens have no room. */
  detail?: string | undefined;
  /** A BannerButton or a link. */
  children?: ReactNode;
}

/**
 * A notice in the margin below the toolbar. The margin is always there, so that the page does not
 * move.
 */
export function Banner({ tone, icon, text, detail, children }: Props) {
  return (
    <div className={`row ${classes.banner}`} data-tone={tone} role="status">
      <Icon name={icon} size={14} />
      <span className={classes.text} title={[text, detail].filter(Boolean).join(' ')}>
        {text} {detail && <span className={classes.detail}>{detail}</span>}
      </span>
      {children}
    </div>
  );
}

interface ButtonProps {
  busy?: boolean;
  onClick: (() => void) | undefined;
  children: string;
}

export function BannerButton({ busy = false, onClick, children }: ButtonProps) {
  return (
    <button type="button" className={`text-button ${classes.button}`} disabled={busy} onClick={onClick}>
      {children}
    </button>
  );
}
