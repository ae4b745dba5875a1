import { Button, CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import classes from './SidePanel.module.css';
import { useRestoreFocus } from './use-restore-focus';

interface Props {
  title: string;
  /** Changes with the content. If that removes the focused control, the title gets the focus. */
  contentKey?: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel beside the content of a page, which stays usable: a column on wide screens, and a sheet
 * at the bottom of narrow ones, which can be folded.
 */
export function SidePanel({ title, contentKey, onClose, children }: Props) {
  const [isFolded, setFolded] = useState(false);
  const titleId = useId();
  const contentId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRestoreFocus<HTMLDivElement>(contentKey, 'h2');
  const closeOnEscape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // An open list of options closes first.
    const isStopped = (target as Element).getAttribute('data-mantine-stop-propagation') === 'true';
    if (key === 'Escape' && !isStopped) onClose();
  });
  useEffect(() => {
    const element = panel.current;
    heading.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => closeOnEscape(event);
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [panel]);

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      className={classes.panel}
      data-side-panel
      data-folded={isFolded || undefined}
    >
      <div className={`row ${classes.head}`}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={`breakable ${classes.title}`}>
          {title}
        </h2>
        <Button
          className={classes.fold}
          size="compact-sm"
          variant="subtle"
          aria-expanded={!isFolded}
          aria-controls={contentId}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? 'Show change' : 'Show list'}
        </Button>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div id={contentId} className={`stack-16 ${classes.content}`}>
        {children}
      </div>
    </div>
  );
}
