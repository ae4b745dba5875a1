import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '@/components/Icon';
import classes from './ProposedLogo.module.css';

interface Props {
  /** `image` is a data: URL that the API made; the CSP allows no others. */
  logo: { image: string; from: string } | undefined;
  onRemove: () => void;
}

/**
 * The logo that the discovery proposes. Its space is reserved, so that the form does not move when
 * it arrives.
 */
export function ProposedLogo({ logo, onRemove }: Props) {
  return (
    <div className={classes.logo}>
      <span className={`truncate ${classes.label}`}>
        Logo {logo && <span className={`caption ${classes.from}`}>from {logo.from}</span>}
      </span>
      <div className={classes.line}>
        <span className={classes.picture} data-empty={!logo || undefined}>
          {logo && <img src={logo.image} alt="Proposed logo" width={34} height={34} />}
        </span>
        {logo && (
          <Tooltip label="Remove the logo">
            <ActionIcon variant="subtle" color="gray" onClick={onRemove} aria-label="Remove the logo">
              <Icon name="close" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}
