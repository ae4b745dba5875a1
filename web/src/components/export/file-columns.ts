import type { FileColumn, FileFormat } from '@/api/gen/types.gen';
import { FIELD_LABELS } from '@/components/form/field-labels';

/** The formats of files, with what they are for. */
export const FORMATS: { value: FileFormat; label: string; description: string }[] = [
  { value: 'csv', label: 'CSV', description: 'For spreadsheets and other tools' },
  { value: 'xlsx', label: 'Excel (XLSX)', description: 'For Excel, LibreOffice and Google Sheets' },
  { value: 'opml', label: 'OPML', description: 'For feed readers: only the feeds' },
  { value: 'json', label: 'JSON', description: 'For programs: sources with all endpoints' },
  { value: 'ndjson', label: 'NDJSON', description: 'For programs that read one source per line' },
];

const {
  name,
  homepage_url,
  lifecycle,
  paused_until,
  pause_reason,
  media_type,
  country,
  region,
  languages,
  scope,
  tier,
  paywall,
  rights,
  rights_note,
  owner,
  tags,
  notes,
} = FIELD_LABELS;

/** The columns of files in their order, with the headers of tables. */
export const FILE_COLUMNS: Record<FileColumn, string> = {
  name,
  homepage_url,
  lifecycle,
  paused_until,
  pause_reason,
  media_type,
  country,
  region,
  languages,
  scope,
  tier,
  paywall,
  rights,
  rights_note,
  owner,
  tags,
  notes,
  parent: 'Part of',
  aliases: FIELD_LABELS.aliases,
  feed: 'Feed',
  feed_kind: 'Feed kind',
  feed_name: 'Feed name',
  feed_section: 'Feed section',
  feed_language: 'Feed language',
  feed_intent: 'Feed state',
  feed_charset: 'Feed encoding',
  feed_default_zone: 'Feed time zone',
  feed_identity_policy: 'Feed item recognition',
  feed_schedule: 'Feed schedule',
  feed_recipe: 'Feed recipe',
  canonical_domain: 'Domain',
  path_prefix: 'Path',
  parent_id: 'Parent ID',
  merged_into: FIELD_LABELS.merged_into,
  use_link: FIELD_LABELS.use_link,
  use_snippet: FIELD_LABELS.use_snippet,
  use_full_text: FIELD_LABELS.use_full_text,
  use_machine_learning: FIELD_LABELS.use_machine_learning,
  created_at: 'Added',
  updated_at: 'Last change',
  archived_at: 'Archived',
  id: 'ID',
};

/** The columns that a person chooses most often. */
export const FREQUENT_COLUMNS: FileColumn[] = ['name', 'homepage_url', 'country', 'languages', 'tags', 'feed'];
