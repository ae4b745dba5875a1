import type { MouseEvent } from 'react';

/** Selects the text of a searchable select on click, so that typing replaces it. */
export function selectInputText(event: MouseEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}
