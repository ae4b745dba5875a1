import { Drawer } from '@mantine/core';
import type { Candidate, Credentials } from '@/api/gen/types.gen';
import { addressPreviewQuery } from '@/entities/endpoint/preview.queries';
import { hostOf } from '@/lib/format-address';
import { TestReport } from '../preview/TestReport';

interface Props {
  candidate: Candidate;
  credentials: Credentials | undefined;
  opened: boolean;
  onClose: () => void;
}

/** A drawer with the test of a feed that is not saved yet: its response and all its items. */
export function CandidateTestDrawer({ candidate, credentials, opened, onClose }: Props) {
  const { url, kind, recipe } = candidate;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={720}
      title={`Test of ${candidate.title || hostOf(url)}`}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: 'heading breakable' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TestReport query={addressPreviewQuery({ url, kind, recipe, credentials })} address={url} expectedKind={kind} />
    </Drawer>
  );
}
