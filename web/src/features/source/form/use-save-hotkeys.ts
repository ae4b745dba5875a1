import { useHotkeys } from '@mantine/hooks';

/** Ctrl+S or Ctrl+Enter, with Cmd on a Mac, from anywhere in the page, also while typing. */
export function useSaveHotkeys(save: () => void): void {
  useHotkeys(
    [
      ['mod+S', save],
      ['mod+Enter', save],
    ],
    [],
  );
}
