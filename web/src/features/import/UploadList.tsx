import { Anchor, Loader } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { paths } from '@/lib/paths';
import classes from './DropZone.module.css';
import { sizeText } from './files';
import type { Upload } from './use-uploads';

/** What becomes of each file. It is there before the first one, so that additions are read out. */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  return (
    <ul className={classes.uploads} aria-label="Files" aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.upload} data-status={upload.status}>
          <span className={classes.name}>{upload.file.name}</span>
          <span className={classes.size}>{sizeText(upload.file.size)}</span>
          <span className={classes.what}>
            <What upload={upload} />
          </span>
          {upload.requestId && (
            <span className={classes.reference}>
              Reference for support: <code>{upload.requestId}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function What({ upload: { status, why, accepted } }: { upload: Upload }) {
  if (status === 'waiting') return 'Waits for the ones before';
  if (status === 'sending') {
    return (
      <>
        <Loader size={14} /> Being sent
      </>
    );
  }
  if (status === 'accepted' && accepted) {
    return (
      <>
        <Icon name="check" /> Accepted:{' '}
        <Anchor component={Link} to={paths.import(accepted.id)} inherit>
          watch it
        </Anchor>
      </>
    );
  }
  return why;
}
