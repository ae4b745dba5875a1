import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core';
import { Icon } from './Icon';

/**
 * Copies a value and confirms it in the tooltip. `what` completes "Copy …", such as "the address".
 */
export function CopyButton({ value, what }: { value: string; what: string }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={`Copy ${what}`}>
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  );
}
