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
  ['added so', 'active', [event('1', 'source.created', to('active'))], '1'],
  ['added, and edited since', 'draft', [event('2', 'source.updated'), event('1', 'source.created', to('draft'))], '1'],
  ['paused later', 'paused', [event('3', 'source.updated', to('paused', 'active')), event('1', 'source.created')], '3'],
  [
    'brought back',
    'active',
    [event('4', 'source.unarchived', to('active', 'archived')), event('1', 'source.created')],
    '4',
  ],
  [
    'endpoints have states of their own',
    'active',
    [event('5', 'endpoint.created', to('paused')), event('1', 'source.created')],
    '1',
  ],
  ['further back than is loaded', 'active', [event('2', 'source.updated')], null],
  ['the history is not as new as the source', 'active', [event('3', 'source.updated', to('paused'))], null],
  ['nothing is loaded', 'active', [], null],
])('%s', (_, lifecycle, events, since) => expect(lifecycleSince(lifecycle, events)).toBe(since));
