import { createStore } from '../lib/store.ts';

/** A tab that is hidden for less than this goes on as if it were seen, in milliseconds. */
const HIDDEN_MS = 3_000;

/** Whether the person may look at this tab: it is visible, or was so a moment ago. */
export const watchedTab = createStore(true);

let hiding: ReturnType<typeof setTimeout> | undefined;

function onChange(): void {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => watchedTab.set(false), HIDDEN_MS);
  else watchedTab.set(true);
}

document.addEventListener('visibilitychange', onChange);
onChange();
