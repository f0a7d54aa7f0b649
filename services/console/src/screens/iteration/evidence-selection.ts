import { flushSync } from 'react-dom';
import type { CitingItem } from './evidence.ts';
import type { PaneId, TabId } from './iteration-panes.ts';

/** The turn that an item cites: a message, or a call. */
export const turnOf = (item: CitingItem | undefined): string | undefined => {
  const { messageIndex, spanId } = item?.place ?? {};
  return messageIndex === undefined ? spanId : `m${messageIndex}`;
};

/** The selection that shows what an item cites, in a tab. */
export function selectionOf(item: CitingItem, tab: TabId): { check: string; span?: string; msg?: string } {
  const { spanId, wireIndex } = item.place ?? {};
  const turn = turnOf(item);
  return {
    check: item.id,
    ...(tab === 'timeline' && spanId !== undefined && { span: spanId }),
    ...(tab === 'conversation' && turn !== undefined && { msg: turn }),
    ...(tab === 'wire' && wireIndex !== undefined && { msg: String(wireIndex) }),
  };
}

/** Leads from a claim to its evidence, and from the evidence back to the claim; on a narrow page the pane is shown first. */
export function jumpToEvidence(item: CitingItem | undefined, select: () => void, show: (pane: PaneId) => void): void {
  if (!item) return;
  const claim = document.querySelector<HTMLElement>(`[data-assertion="${item.id}"]`);
  const mark =
    document.querySelector<HTMLElement>('main mark')?.closest<HTMLElement>('pre, .said') ??
    document.querySelector<HTMLElement>('[data-evidence] pre');
  if (document.activeElement === claim && mark) {
    if (mark.offsetParent === null) flushSync(() => show('list'));
    mark.focus();
    mark.scrollIntoView({ block: 'nearest' });
    return;
  }
  select();
  if (claim?.offsetParent === null) flushSync(() => show('detail'));
  claim?.focus();
}
