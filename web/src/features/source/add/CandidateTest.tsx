import { Drawer } from '@mantine/core';
import type { Candidate, Credentials } from '@/api/gen/types.gen';
import { hostOf } from '@/lib/format-address';
import { addressQuery } from '../preview/preview.queries';
import { TestReport } from '../preview/TestReport';
import classes from './candidates.module.css';

interface Props {
  candidate: Candidate;
  credentials: Credentials | undefined;
  opened: boolean;
  onClose: () => void;
}

/** What a check of a feed would see that is not saved yet: everything about its answer, and all its items. */
export function CandidateTest({ candidate, credentials, opened, onClose }: Props) {
  const { url, kind, recipe } = candidate;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={720}
      title={`Test of ${candidate.title || hostOf(url)}`}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.testTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TestReport query={addressQuery({ url, kind, recipe, credentials })} address={url} expected={kind} />
    </Drawer>
  );
}
