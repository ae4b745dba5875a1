import { Loader, VisuallyHidden } from '@mantine/core';
import classes from './DropZone.module.css';
import { sizeText } from './files';
import type { Upload } from './use-uploads';

/**
 * Lists the uploads that are queued, in progress or rejected; accepted files appear in the table of imports. The list
 * is rendered while empty, because screen readers announce only additions to an existing live region.
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
              <span className={classes.status}>
                <UploadStatus upload={upload} />
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

function UploadStatus({ upload: { status, reason } }: { upload: Upload }) {
  if (status === 'queued') return 'Queued';
  if (status === 'uploading') {
    return (
      <>
        <Loader size={14} /> Uploading
      </>
    );
  }
  return reason;
}
