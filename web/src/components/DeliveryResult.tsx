import type { AlertDelivery } from '@/api/gen/types.gen';
import { formatDateTime, formatWait } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';
import { Icon } from './Icon';
import { ToneBadge } from './ToneBadge';

interface Props {
  delivery: Pick<AlertDelivery, 'state' | 'attempts' | 'error' | 'status' | 'next_attempt_at'>;
}

/** The result of sending a message to one destination. */
export function DeliveryResult({ delivery }: Props) {
  const now = useNow();
  const { state, attempts, error, status, next_attempt_at: next } = delivery;
  const detail = [error, status ? `Status ${status}.` : '', attempts > 1 ? `${attempts} attempts.` : '']
    .filter(Boolean)
    .join(' ');
  if (state === 'sent') {
    return (
      <span title={detail || undefined}>
        <ToneBadge tone="ok" icon={<Icon name="check" size={14} />}>
          Sent
        </ToneBadge>
      </span>
    );
  }
  if (state === 'failed') {
    return (
      <span title={detail}>
        <ToneBadge tone="bad" icon={<Icon name="close" size={14} />}>
          Failed
        </ToneBadge>{' '}
        <span className="hint breakable">{error}</span>
      </span>
    );
  }
  const isRetry = attempts > 0 && next !== undefined;
  return (
    <span title={isRetry ? `${detail} Next attempt: ${formatDateTime(new Date(next))}` : undefined}>
      <ToneBadge tone={isRetry ? 'warn' : 'muted'} icon={<Icon name="refresh" size={14} />}>
        {isRetry ? `Retry ${formatWait(new Date(next), now)}` : 'Sending'}
      </ToneBadge>{' '}
      {isRetry && <span className="hint breakable">{error}</span>}
    </span>
  );
}
