import { Anchor } from '@mantine/core';

interface Props {
  /** Why the address was refused. */
  message?: string;
  /** The address that was probably meant. */
  suggestion?: string;
  onUse: (address: string) => void;
}

/** Shows why the API refused an address, and offers the address that was probably meant. */
export function AddressError({ message, suggestion, onUse }: Props) {
  return (
    <>
      {message}
      {suggestion && (
        <>
          {message && ' '}
          Did you mean <span translate="no">{suggestion}</span>?{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            c="inherit"
            underline="always"
            onClick={() => onUse(suggestion)}
          >
            Use this address
          </Anchor>
        </>
      )}
    </>
  );
}
