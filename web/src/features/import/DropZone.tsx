import { Button, Checkbox, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { formatBytes } from '@/lib/format-bytes';
import { paths } from '@/lib/paths';
import classes from './DropZone.module.css';
import { MAX_FILE_BYTES, MAX_TABLE_BYTES } from './files';
import { PasteTable } from './PasteTable';
import { UploadList } from './UploadList';
import { useFileDrop } from './use-file-drop';
import { useUploads } from './use-uploads';

/**
 * Uploads lists, dropped, chosen or pasted. The list of uploads replaces the hint and scrolls, so
 * that the height of the zone does not change and the table below does not move.
 */
export function DropZone() {
  const navigate = useNavigate();
  const proposes = useProposes();
  const zone = useRef<HTMLDivElement>(null);
  const open = (accepted: Import) => void navigate(paths.import(accepted.id));
  const [review, setReview] = useState(true);
  const { uploads, add, cancel } = useUploads(review, open);
  const dragging = useFileDrop(zone, add);
  const resetInput = useRef<() => void>(null);

  const listed = uploads.filter(({ status }) => status !== 'accepted');
  return (
    <section aria-label="Import a file" className={classes.section}>
      <div ref={zone} className={classes.zone} data-dragging={dragging || undefined}>
        <Icon name="upload" size={28} className={classes.icon} />
        <div className={classes.texts}>
          <strong className="heading">{dragging ? 'Drop the files to import them' : 'Drop lists here'}</strong>
          {listed.length === 0 && (
            <span className={`dimmed ${classes.detail}`}>
              OPML files of feed readers, and tables: CSV, XLSX, JSON, NDJSON. Each file may have up to{' '}
              {formatBytes(MAX_FILE_BYTES)}, CSV and NDJSON up to {formatBytes(MAX_TABLE_BYTES)}. You review the rows
              before anything is changed.
              {proposes && ' Your imports become proposals.'}
            </span>
          )}
          <UploadList listed={listed} accepted={uploads.length - listed.length} onCancel={cancel} />
        </div>
        <div className={classes.buttons}>
          <FileButton
            multiple
            accept=".opml,.xml,.csv,.tsv,.txt,.xlsx,.xlsm,.json,.ndjson,.jsonl,text/x-opml,text/xml,application/xml"
            resetRef={resetInput}
            onChange={(files) => {
              add(files);
              resetInput.current?.(); // so that the same file can be chosen again
            }}
          >
            {(props) => <Button {...props}>Choose files</Button>}
          </FileButton>
          <PasteTable onAccepted={open} />
          <Checkbox
            size="xs"
            label="Import OPML files without a review"
            checked={!review}
            onChange={(event) => setReview(!event.currentTarget.checked)}
          />
        </div>
      </div>
    </section>
  );
}
