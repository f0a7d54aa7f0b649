import type { CommandResult, CommandTask } from '@assay/contract/areas/browsers/browser-work';
import { CommandOutput } from '@assay/mesh/gen/assay/v1/browsers';
import { Deadline } from '@assay/kit/concurrency/deadline';
import type { Logger } from '@assay/kit/log';
import { failureOf } from '@assay/work/runner/within-time';
import { answeredWork, failedWork, type WorkHandler } from '@assay/work/runner/work-handler';
import type { LiveBrowsers } from '../../reach/browsers/live-browsers.ts';
import { runCommand } from '../../reach/browsers/run-command.ts';

interface BrowserCommandDeps {
  live: LiveBrowsers;
  log: Logger;
}

/** Carries out single commands to the browsers that this runner holds. Also a failed command has a result. */
export const browserCommandHandler =
  ({ live, log }: BrowserCommandDeps): WorkHandler =>
  async ({ item, signal }) => {
    try {
      const { liveId, ...request } = JSON.parse(item.task.toString()) as CommandTask;
      using deadline = new Deadline(item.timeoutMs, signal);
      const { result, screenshots } = await runCommand(live, liveId, request, deadline.signal);
      const written = Buffer.from(JSON.stringify(result satisfies CommandResult));
      return answeredWork(Buffer.from(CommandOutput.encode({ result: written, screenshots }).finish()));
    } catch (error) {
      return failedWork(failureOf(error, 'this command', log));
    }
  };
