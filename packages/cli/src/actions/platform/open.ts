import { UsageError } from '../../command-failure.ts';
import type { openInput } from '../../commands/open.ts';
import type { Action } from '../../declare/command.ts';
import { hasBrowser, openBrowser } from '../../platform/open-browser.ts';
import { pageOfProject, pageOfRun } from '../../platform/pages.ts';

/** Opens a page of the platform, and prints its address. */
export const openPage: Action<typeof openInput> = async (context, { arguments: { what } }) => {
  const { terminal, env } = context;
  if (what !== undefined && !what.startsWith('run_'))
    throw new UsageError('only the pages of runs are opened by an id.', ['assay open run_…']);
  const { url, projectId } = await context.platform();
  const id = await projectId();
  const page = what === undefined ? pageOfProject(url, id) : pageOfRun(url, id, what);
  terminal.out(`${page}\n`);
  if (terminal.isInteractive.out && hasBrowser(env)) await openBrowser(page, env);
};
