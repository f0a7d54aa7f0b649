import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/shell/p/$projectId/runs/$runId/i/$iterationId');

/** A tab of a trace. */
export type TabId = NonNullable<ReturnType<typeof route.useSearch>['tab']>;
/** A pane of a tab. */
export type PaneId = 'list' | 'page' | 'detail';

/** The panes of each tab in their order, which are tabs on a narrow page. */
export const PANES: Record<TabId, readonly (readonly [pane: PaneId, word: string])[]> = {
  timeline: [
    ['list', 'Spans'],
    ['detail', 'Assertions'],
  ],
  conversation: [
    ['list', 'Conversation'],
    ['detail', 'Assertions'],
  ],
  wire: [
    ['list', 'Messages'],
    ['detail', 'Message'],
  ],
  widget: [
    ['list', 'Steps'],
    ['page', 'Picture'],
    ['detail', 'What the page had'],
  ],
  judge: [
    ['list', 'Opinions'],
    ['detail', 'Assertions'],
  ],
};

/**
 * The pane that a narrow page shows, and what shows another one: the list first, but the message where the address
 * names one. A pane that was shown counts for its own tab.
 */
export function useShownPane(
  tab: TabId,
  { isOnePane, hasMessage }: { isOnePane: boolean; hasMessage: boolean },
): readonly [pane: PaneId, show: (pane: PaneId) => void] {
  const [shown, setShown] = useState<{ tab: TabId; pane: PaneId }>();
  const first: PaneId = tab === 'wire' && hasMessage ? 'detail' : 'list';
  const chosen = shown && shown.tab === tab ? shown.pane : first;
  return [isOnePane ? 'list' : chosen, (pane) => setShown({ tab, pane })];
}
