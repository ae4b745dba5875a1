import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import classes from './history.module.css';
import { wordDiff } from './word-diff';

/** Shows a word diff: removed words are struck through, added words are highlighted. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <div className={classes.diff}>
      {parts.map(({ kind, text }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>;
        const Change = kind === 'removed' ? 'del' : 'ins';
        return (
          <Change key={at}>
            <VisuallyHidden>{kind}: </VisuallyHidden>
            {text}
          </Change>
        );
      })}
    </div>
  );
}
