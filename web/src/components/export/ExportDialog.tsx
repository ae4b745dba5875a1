import { Modal } from '@mantine/core';
import type { SourceExport } from '@/api/gen/types.gen';
import { lazyPart } from '@/components/lazy-part';
import { notifySuccess } from '@/components/notify';

// Loaded when it is opened, because few visits of the page export.
const ExportForm = lazyPart(() => import('./ExportForm'));

interface Props {
  opened: boolean;
  selection: SourceExport['selection'];
  /** The number of sources as text, such as “12 sources”. */
  count: string;
  onClose: () => void;
}

/** The dialog that exports sources. */
export function ExportDialog({ opened, selection, count, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Export ${count}`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ExportForm
        selection={selection}
        count={count}
        onSaved={(name) => {
          onClose();
          notifySuccess(`Exported ${count} to ${name}.`);
        }}
      />
    </Modal>
  );
}
