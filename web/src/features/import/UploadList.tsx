import { Loader, VisuallyHidden } from '@mantine/core';
import classes from './DropZone.module.css';
import { sizeText } from './files';
import type { Upload } from './use-uploads';

/**
 * What becomes of each file. One that was accepted moves on to the list of imports below. The list is there before the
 * first file, so that additions are read out.
 */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  const accepted = uploads.filter(({ status }) => status === 'accepted').length;
  return (
    <>
      <ul className={classes.uploads} aria-label="Files" aria-live="polite">
        {uploads
          .filter(({ status }) => status !== 'accepted')
          .map((upload) => (
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
      <VisuallyHidden role="status">{accepted > 0 && `${accepted} of ${uploads.length} files accepted`}</VisuallyHidden>
    </>
  );
}

function What({ upload: { status, why } }: { upload: Upload }) {
  if (status === 'waiting') return 'Waits for the ones before';
  if (status === 'sending') {
    return (
      <>
        <Loader size={14} /> Being sent
      </>
    );
  }
  return why;
}
