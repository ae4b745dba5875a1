import { useHotkeys } from '@mantine/hooks';

/** Saves on Ctrl+S and Ctrl+Enter (Cmd on a Mac), also while a field has the focus. */
export function useSaveHotkeys(save: () => void): void {
  useHotkeys(
    [
      ['mod+S', save],
      ['mod+Enter', save],
    ],
    [],
  );
}
