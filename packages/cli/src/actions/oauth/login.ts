import { setTimeout as pause } from 'node:timers/promises';
import type { ServerConnection } from '@assay/sdk';
import type { loginInput } from '../../commands/servers/oauth.ts';
import { CommandFailure, UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printJson } from '../../output/print-json.ts';
import { quoted } from '../../output/quote-word.ts';
import { visibleText } from '../../output/visible-text.ts';
import { hasBrowser, openBrowser } from '../../platform/open-browser.ts';
import { findId } from '../../platform/find/find-named.ts';

/** How long a person has, in minutes, and the time between two questions, in milliseconds. */
const [TIMEOUT_MINUTES, INTERVAL_MS] = [10, 1_000];

const OVER = new Set(['ready', 'failed', 'expired', 'cancelled']);

/** Asks the platform to connect a server, shows the address where a person consents, and waits for the grant. */
export const logInToServer: Action<typeof loginInput> = async (context, { arguments: { server }, options }) => {
  const { terminal, interrupted: signal } = context;
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const { url } = await assay.getProjectServer({ projectId, serverId });
  if (url === undefined) throw new UsageError(`server ${visibleText(server)} is a command, which needs no grant.`);
  const { reauthorize, timeout = TIMEOUT_MINUTES } = options;
  const until = Date.now() + timeout * 60_000;
  let connection = await assay.createServerConnection({
    url,
    projectId,
    serverId,
    ...(reauthorize && { reauthorize }),
  });
  let told = '';
  while (!OVER.has(connection.status) && Date.now() < until) {
    if (connection.handoffUrl !== undefined && connection.handoffUrl !== told) {
      told = connection.handoffUrl;
      const isOpened =
        terminal.isInteractive.err &&
        /^https?:/.test(told) &&
        hasBrowser(context.env) &&
        (await openBrowser(told, context.env));
      terminal.err(`  Open ${visibleText(told)} and consent${isOpened ? ' (opened in your browser)' : ''}.\n`);
    }
    await pause(INTERVAL_MS, undefined, { signal });
    connection = await assay.getServerConnection({ requestId: connection.connectionRequestId });
  }
  if (options.json !== undefined) terminal.out(printJson(connection));
  else if (connection.status === 'ready') terminal.out(`the platform may use ${visibleText(server)}.\n`);
  if (connection.status === 'ready') return exitCodes.passed;
  throw refusalOf(connection, server);
};

function refusalOf({ status, error }: ServerConnection, server: string): CommandFailure {
  if (status === 'failed')
    return new CommandFailure(
      exitCodes.failed,
      visibleText(error?.message ?? 'the server does not accept the grant.'),
      [`assay server doctor ${quoted(server)}`],
    );
  const told = status === 'cancelled' ? 'the sign-in was cancelled.' : 'access was not granted in time.';
  return new CommandFailure(exitCodes.undecided, told, [`assay oauth login ${quoted(server)}`]);
}
