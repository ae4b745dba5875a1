interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Above this size (1,000 by 1,000 words) the differing middle is shown as one replacement. */
const MAX_CELLS = 1_000_000;

/**
 * Returns a word diff. The parts that are not added join to `before`, those that are not removed to
 * `after`.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return mergeChanges([
    ...part('same', a.slice(0, start)),
    ...diffByLongestCommonSubsequence(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...part('same', a.slice(a.length - end)),
  ]);
}

/** Splits a text into words and the whitespace between them. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function part(kind: DiffPart['kind'], list: string[]): DiffPart[] {
  return list.length === 0 ? [] : [{ kind, text: list.join('') }];
}

function diffByLongestCommonSubsequence(a: string[], b: string[]): DiffPart[] {
  if (a.length * b.length > MAX_CELLS) return [...part('removed', a), ...part('added', b)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      parts.push(...part('same', [a[i] as string]));
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) parts.push(...part('removed', a.slice(i, ++i)));
    else parts.push(...part('added', b.slice(j, ++j)));
  }
  return [...parts, ...part('removed', a.slice(i)), ...part('added', b.slice(j))];
}

/**
 * Merges adjacent parts of one kind. Changed words that only whitespace separates become one
 * change, so that a replaced phrase is shown as a whole.
 */
function mergeChanges(parts: DiffPart[]): DiffPart[] {
  const list: DiffPart[] = [];
  let [removed, added, space] = ['', '', ''];

  function flush() {
    list.push(...part('removed', [removed]), ...part('added', [added]), ...part('same', [space]));
    [removed, added, space] = ['', '', ''];
  }
  for (const { kind, text } of parts) {
    if (kind === 'same') {
      if (removed && added && !space && /^\s+$/.test(text)) {
        space = text; // belongs to the change if the next part is changed, too
        continue;
      }
      flush();
      list.push({ kind, text });
    } else {
      removed += space + (kind === 'removed' ? text : '');
      added += space + (kind === 'added' ? text : '');
      space = '';
    }
  }
  flush();
  return list.filter(({ text }) => text !== '').reduce<DiffPart[]>(appendPart, []);
}

function appendPart(list: DiffPart[], next: DiffPart): DiffPart[] {
  const last = list.at(-1);
  if (last?.kind === next.kind) last.text += next.text;
  else list.push({ ...next });
  return list;
}
