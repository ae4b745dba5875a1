import { useHotkeys } from '@mantine/hooks';

/** Ctrl+S, or Cmd+S on a Mac, from anywhere in the page, also while typing. */
export function useSaveKeys(save: () => void): void {
  useHotkeys([['mod+S', save]], []);
}
