import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { Suggestion } from '@/api/gen/types.gen';
import type { Decision } from '@/entities/suggestion/suggestion.mutations';

const KEYS: Record<string, Decision> = { a: 'accept', d: 'dismiss' };

/**
 * Decides the row that has the focus when A or D is pressed. When the focused row disappears, the
 * focus moves to the row that takes its place.
 */
export function useRowKeys(
  region: RefObject<HTMLElement | null>,
  rows: Suggestion[] | undefined,
  onDecide: (decision: Decision, suggestion: Suggestion) => void,
): void {
  const focused = useRef<{ id: string; index: number; target: 'row' | 'button' } | null>(null);

  const indexOf = (element: Element | null) => {
    const row = element?.closest('[role="row"]');
    return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const decision = KEYS[event.key.toLowerCase()];
    if (!decision || event.altKey || event.ctrlKey || event.metaKey) return;
    const suggestion = rows?.[indexOf(event.target as Element)];
    if (!suggestion) return;
    event.preventDefault();
    onDecide(decision, suggestion);
  });
  const onFocus = useEffectEvent((event: FocusEvent) => {
    const element = event.target as HTMLElement;
    const index = indexOf(element);
    const suggestion = rows?.[index];
    focused.current = suggestion
      ? { id: suggestion.id, index, target: element.hasAttribute('data-row-link') ? 'row' : 'button' }
      : null;
  });

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    element.addEventListener('keydown', onKey);
    element.addEventListener('focusin', onFocus);
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('focusin', onFocus);
    };
  }, [region]);

  useEffect(() => {
    const last = focused.current;
    if (!last || !rows || rows.some(({ id }) => id === last.id)) return;
    focused.current = null;
    if (document.activeElement && document.activeElement !== document.body) return; // the focus has moved elsewhere
    const selector = last.target === 'row' ? '[data-row-link]' : '[data-accept]';
    const targets = region.current?.querySelectorAll<HTMLElement>(selector) ?? [];
    targets[Math.min(last.index, targets.length - 1)]?.focus();
  }, [region, rows]);
}
