/**
 * Reports whether a lazy import failed. Browsers have no error class for this, so the message is
 * compared.
 */
export function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}
