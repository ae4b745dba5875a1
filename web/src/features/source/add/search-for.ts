/**
 * What another page of ours asks the add page to look at, as a navigation's state. An address of the app doesn't carry
 * it: a link from elsewhere would make us fetch what its author wants.
 */
export function searchFor(address: string) {
  return { searchFor: address };
}

export function searchedFor(state: unknown): string | undefined {
  return (state as Partial<ReturnType<typeof searchFor>> | null)?.searchFor;
}
