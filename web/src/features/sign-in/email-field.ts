/** Returns what is wrong with the form of an e-mail address; undefined for a valid one. */
export function emailError(email: string): string | undefined {
  if (email === '') return 'Please enter your e-mail address.';
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Please enter an e-mail address such as name@example.org.';
  return undefined;
}
