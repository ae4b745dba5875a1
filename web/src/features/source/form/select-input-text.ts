import type { MouseEvent } from 'react';

/** For a field that is searched in: who types wants another value, not a longer one. */
export function selectInputText(event: MouseEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}
