import type { UserEvent } from '@testing-library/user-event';

/** Replaces what is in a field, in one go: typing letter by letter says nothing more and takes a long time. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
