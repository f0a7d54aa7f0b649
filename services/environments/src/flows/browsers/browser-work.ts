import { BROWSER_COMMAND_KIND, BROWSER_KIND } from '@assay/contract/areas/browsers/browser-work';
import type { QueuedKind } from '@assay/work/queue/queued-work';
import { hearBrowsers, settleBrowsers } from '../../actions/browsers/settle-browsers.ts';
import { settleCommands } from '../../actions/browsers/settle-commands.ts';

/** Work that holds browsers of sessions open, and the commands to them. */
export const browserWork: Record<string, QueuedKind> = {
  [BROWSER_KIND]: { settle: settleBrowsers, heard: hearBrowsers },
  [BROWSER_COMMAND_KIND]: { settle: settleCommands },
};
