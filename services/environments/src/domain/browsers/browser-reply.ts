import type { BrowserReply } from '@assay/contract/areas/browsers/documents';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import { entryOf, type StoredEntry } from './browser-entry.ts';
import { sessionBrowserOf, type StoredBrowser } from './stored-browser.ts';

/** The browser of a session after a request, with the entries that the request added. */
export const browserReplyOf = (
  browser: StoredBrowser,
  toolMode: ToolMode | undefined,
  entries: StoredEntry[],
): BrowserReply => ({
  sessionId: browser.sessionId,
  chatSessionId: browser.sessionId,
  projectId: browser.projectId,
  browser: sessionBrowserOf(browser, toolMode),
  entries: entries.map(entryOf),
});
