import type { Server } from '@assay/contract/areas/servers/documents';
import { requiredLabels } from '@assay/launching/required-labels';

/**
 * The reply to a saved server, with a warning when it is a command that the local runner may not start. `localLabels` are
 * the labels of the local runner; undefined where there is none, or where it may start commands.
 */
export function savedWithWarnings(server: Server, localLabels: string[] | undefined): Server {
  const { name, transportType: transport, runnerLabels = [] } = server;
  const labels = requiredLabels({ transport, runnerLabels });
  if (transport !== 'stdio' || !localLabels || labels.every((label) => localLabels.includes(label))) return server;
  const message =
    `Server "${name}" is a command, and the runner of this installation may not start it. ` +
    'Name the command in RUNNER_ALLOWED_COMMANDS where `npm start` is started (`*` allows every command), ' +
    `or connect a runner with the ${labels.length > 1 ? 'labels' : 'label'} ${labels.join(', ')}.`;
  return { ...server, warnings: [{ code: 'runner_missing', message, setting: 'RUNNER_ALLOWED_COMMANDS' }] };
}
