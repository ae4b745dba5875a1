import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Note } from '@/components/Note';
import { formatCount } from '@/lib/format-count';

interface Props {
  lines: string[];
  onAdd: (text: string) => void;
  onDismiss: () => void;
}

/** The maximum number of lines that the field shows without scrolling. */
const MAX_ROWS = 6;

/** Lists the pasted lines that are not addresses, so that they can be corrected. */
export function UnrecognizedLinesNote({ lines, onAdd, onDismiss }: Props) {
  const [text, setText] = useState(lines.join('\n'));
  return (
    <Note tone="warn">
      <Textarea
        label={`${formatCount(lines.length, 'line was', 'lines were')} not recognized as an address`}
        description="Correct the lines and add them, or dismiss them."
        rows={Math.min(lines.length + 1, MAX_ROWS)}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="wrap">
        <Button variant="default" size="compact-sm" disabled={text.trim() === ''} onClick={() => onAdd(text)}>
          Add these lines
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </Note>
  );
}
