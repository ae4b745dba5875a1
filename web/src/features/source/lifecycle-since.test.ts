import { expect, test } from 'vitest';
import type { AuditEvent, FieldChange, Lifecycle } from '@/api/gen/types.gen';
import { lifecycleSince } from './lifecycle-since';

function event(at: string, action: string, changes: FieldChange[] = []): AuditEvent {
  const type = action.startsWith('endpoint') ? 'endpoint' : 'source';
  const actor = { email: 'ana@example.org', name: 'Ana', role: 'editor' };
  return { id: at, at, actor, action, target: { type, id: 'x', name: 'x' }, changes };
}
const to = (after: Lifecycle, before?: Lifecycle) => [{ field: 'lifecycle', before, after }];

test.each<[string, Lifecycle, AuditEvent[], string | null]>([
  ['added in this state', 'active', [event('1', 'source.created', to('active'))], '1'],
  [
    'added in this state and edited later',
    'draft',
    [event('2', 'source.updated'), event('1', 'source.created', to('draft'))],
    '1',
  ],
  [
    'paused after it was added',
    'paused',
    [event('3', 'source.updated', to('paused', 'active')), event('1', 'source.created')],
    '3',
  ],
  [
    'unarchived',
    'active',
    [event('4', 'source.unarchived', to('active', 'archived')), event('1', 'source.created')],
    '4',
  ],
  [
    'the state of an endpoint is ignored',
    'active',
    [event('5', 'endpoint.created', to('paused')), event('1', 'source.created')],
    '1',
  ],
  ['the change is older than the loaded events', 'active', [event('2', 'source.updated')], null],
  ['the loaded events are older than the source', 'active', [event('3', 'source.updated', to('paused'))], null],
  ['no events are loaded', 'active', [], null],
])('%s', (_, lifecycle, events, since) => expect(lifecycleSince(lifecycle, events)).toBe(since));
