import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { paths } from '@/lib/paths';
import classes from './DropZone.module.css';
import { MAX_FILE_BYTES, sizeText } from './files';
import { UploadList } from './UploadList';
import { useFileDrop } from './use-file-drop';
import { useUploads } from './use-uploads';

/** Where lists come in: dropped or chosen, one or many. What becomes of each stands right below. */
export function DropZone() {
  const navigate = useNavigate();
  const zone = useRef<HTMLDivElement>(null);
  const { uploads, add } = useUploads((accepted) => void navigate(paths.import(accepted.id)));
  const dragging = useFileDrop(zone, add);
  const forget = useRef<() => void>(null);

  return (
    <section aria-label="Bring in a list" className={classes.section}>
      <div ref={zone} className={classes.zone} data-dragging={dragging || undefined}>
        <Icon name="upload" size={28} className={classes.icon} />
        <div className={classes.words}>
          <strong className={classes.lead}>{dragging ? 'Drop them here' : 'Drop OPML files here'}</strong>
          <span className={classes.detail}>
            The lists that feed readers export, up to {sizeText(MAX_FILE_BYTES).replace('.0', '')} each. Whatever can be
            read is read, and what is already there is not made twice.
          </span>
        </div>
        <FileButton
          multiple
          accept=".opml,.xml,text/x-opml,text/xml,application/xml"
          resetRef={forget}
          onChange={(files) => {
            add(files);
            forget.current?.(); // or the same file could not be chosen again
          }}
        >
          {(props) => <Button {...props}>Choose files</Button>}
        </FileButton>
      </div>
      <UploadList uploads={uploads} />
    </section>
  );
}
