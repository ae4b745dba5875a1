/** The localStorage key of MantineProvider. */
const STORAGE_KEY = 'mantine-color-scheme-value';

/**
 * Sets the colour scheme before the first paint, to avoid a white flash before MantineProvider
 * renders.
 */
export function applyStoredColorScheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    // storage is blocked: use the system's colour scheme
  }
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.mantineColorScheme = stored === 'light' || stored === 'dark' ? stored : system;
}
