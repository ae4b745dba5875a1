import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { formatBytes } from '@/lib/format-bytes';
import classes from './DropZone.module.css';
import type { Upload } from './use-uploads';

interface Props {
  /**
   * The uploads that are queued, in progress or rejected; accepted files appear in the table of
   * imports.
   */
  listed: Upload[];
  accepted: number;
  onCancel: (upload: Upload) => void;
}

/**
 * Lists uploads. Rendered while empty, because screen readers announce only additions to an
 * existing live region.
 */
export function UploadList({ listed, accepted, onCancel }: Props) {
  return (
    <>
      <ul
        className={`list ${classes.uploads}`}
        aria-label="Files"
        aria-live="polite"
        tabIndex={listed.length > 0 ? 0 : undefined}
      >
        {listed.map((upload) => (
          <li key={upload.key} className={classes.upload} data-status={upload.status}>
            <span className={`breakable ${classes.name}`}>{upload.file.name}</span>
            <span className={classes.size}>{formatBytes(upload.file.size)}</span>
            <span className={`row ${classes.status}`}>
              <UploadStatus upload={upload} />
              {upload.status !== 'rejected' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Cancel the upload of ${upload.file.name}`}
                  onClick={() => onCancel(upload)}
                >
                  Cancel
                </Button>
              )}
            </span>
            {upload.requestId && (
              <span className={classes.reference}>
                Reference for support: <code>{upload.requestId}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">
        {accepted > 0 && `${accepted} of ${accepted + listed.length} files accepted`}
      </VisuallyHidden>
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
