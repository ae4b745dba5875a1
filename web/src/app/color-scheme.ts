/** Where MantineProvider keeps the person's choice. */
const STORAGE_KEY = 'mantine-color-scheme-value';

/** Sets the scheme before the first paint, which MantineProvider is too late for: no white flash in the dark. */
export function applyStoredColorScheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    // storage is blocked: the system decides
  }
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.mantineColorScheme = stored === 'light' || stored === 'dark' ? stored : system;
}
