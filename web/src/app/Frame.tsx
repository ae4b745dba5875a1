import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { Reachability } from '@/api/reachability';
import { Banners, type ChecksNotice } from './Banners';
import classes from './shell.module.css';

interface Props {
  /** The content area. */
  content: RefObject<HTMLElement | null>;
  /** The links and the account in the toolbar. */
  toolbar?: ReactNode;
  reachability?: Reachability;
  onProbe?: () => void;
  checksNotice?: ChecksNotice | undefined;
  children: ReactNode;
}

/** The toolbar and the content area. */
export function Frame({ content, toolbar, reachability = 'answers', onProbe, checksNotice, children }: Props) {
  return (
    <>
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Skip to content
      </button>
      <header className={classes.toolbar}>
        <Link to="/" className={classes.product}>
          News Sources
        </Link>
        {toolbar}
      </header>
      <Banners reachability={reachability} onProbe={onProbe} checksNotice={checksNotice} />
      <main ref={content} id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
