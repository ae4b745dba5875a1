import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Import } from '@/api/gen/types.gen';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useUploadText } from '@/entities/import/import.queries';

/** Opens a dialog to paste a table from a spreadsheet. */
export function PasteTable({ onAccepted }: { onAccepted: (accepted: Import) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const upload = useUploadText();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() && !upload.isPending) upload.mutate(text, { onSuccess: onAccepted });
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Paste a table
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Paste a table"
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
        centered
      >
        <form className="stack-12" onSubmit={submit}>
          <Textarea
            label="Rows"
            description="Copy the rows with their header from a spreadsheet and paste them here."
            rows={12}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => {
              upload.reset();
              setText(currentTarget.value);
            }}
          />
          {upload.error && <ProblemNote error={upload.error} />}
          <div className="wrap">
            <Button type="submit" disabled={!text.trim()} loading={upload.isPending}>
              Check rows
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
