import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '@/components/Icon';
import classes from './ProposedLogo.module.css';

interface Props {
  logo: { image: string; from: string } | undefined;
  /** Only our own service makes them, as data: addresses; the CSP lets no other in. */
  onRemove: () => void;
}

/** The picture that was found, beside the name. Its place is there from the start, so that nothing moves. */
export function ProposedLogo({ logo, onRemove }: Props) {
  return (
    <div className={classes.logo}>
      <span className={classes.label}>Logo {logo && <span className={classes.from}>from {logo.from}</span>}</span>
      <div className={classes.line}>
        <span className={classes.picture} data-empty={!logo || undefined}>
          {logo && <img src={logo.image} alt="The proposed logo" width={34} height={34} />}
        </span>
        {logo && (
          <Tooltip label="Leave out the logo">
            <ActionIcon variant="subtle" color="gray" onClick={onRemove} aria-label="Leave out the logo">
              <Icon name="close" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}
