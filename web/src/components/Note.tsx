import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import classes from './Note.module.css';

const ICONS = { bad: 'warning', warn: 'warning', info: 'info', ok: 'check' } satisfies Record<string, IconName>;

/**
 * A short message in the page. Screen readers announce it: immediately when bad, otherwise
 * politely.
 */
export function Note({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) {
  return (
    <Alert
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
      icon={<Icon name={ICONS[tone]} size={18} />}
      classNames={{ root: classes.note, icon: classes.icon, message: classes.text }}
    >
      {children}
    </Alert>
  );
}
