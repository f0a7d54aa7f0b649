import { createClient, type LogEntry } from '@assay/sdk';
import type { CommandHost } from '../command-host.ts';
import { CommandFailure } from '../command-failure.ts';

import { exitCodes } from '../exit-codes.ts';
import { choosePlatform, type ChosenPlatform, type PlatformChoice } from './choose-platform.ts';
import type { DebugLog } from './debug-log.ts';
import type { CalledPlatform } from './explain-failure.ts';
import { findProjectId } from './find/find-project.ts';
import { LoginTokens } from './login-tokens.ts';
import type { OpenPlatform } from './open-platform.ts';
import { StoredLogins } from './stored-logins.ts';
import { waitRemark } from './tell-wait.ts';
import { openTransport } from './transport.ts';

/** Is told the platform as soon as it is chosen, so that a failure names it. */
type Tell = (called: CalledPlatform) => void;

/** The platform of a command's options, environment, link file or login. Throws CommandFailure when not signed in. */
export async function connectPlatform(
  host: CommandHost,
  choice: PlatformChoice,
  { debug, tell }: { debug?: DebugLog | undefined; tell?: Tell } = {},
): Promise<OpenPlatform> {
  const { env, interrupted } = host;
  const chosen = await choosePlatform(host, choice);
  const url = chosen.url.value;
  if (!chosen.credential) throw choice.asOperator ? noOperatorKey(chosen) : notSignedIn(chosen);
  const transport = await openTransport(url, env);
  tell?.({ chosen, transport });
  debug?.add(`address ${url} from ${chosen.url.from.kind}, credential from ${chosen.credential.from.kind}`);
  const used = chosen.credential.value;
  const tokens = 'key' in used ? undefined : new LoginTokens(new StoredLogins(env), used.login, transport.fetch);
  const client = {
    url,
    credential: 'key' in used ? used.key : async () => tokens!.current(),
    fetch: tokens ? tokens.renewing(transport.fetch) : transport.fetch,
    log: (entry: LogEntry) => {
      debug?.add(lineOf(entry));
      const remark = choice.quiet ? undefined : waitRemark(entry);
      if (remark !== undefined) host.terminal.err(remark);
    },
  };
  const assay = createClient({ ...client, signal: interrupted });
  let projectId: Promise<string> | undefined;
  return {
    url,
    chosen,
    transport,
    assay,
    uninterrupted: createClient({ ...client, retries: 0 }),
    authorization: async () => `Bearer ${'key' in used ? used.key : await tokens!.current()}`,
    projectId: () => (projectId ??= findProjectId(assay, chosen.project.value, choice.utc ?? false)),
  };
}

function noOperatorKey({ url }: ChosenPlatform): CommandFailure {
  return new CommandFailure(exitCodes.refused, `the operator's key of ${url.value} is missing.`, [
    'ASSAY_OPERATOR_KEY=… assay admin health     The key is the setting OPERATOR_KEY of the platform.',
    'On the machine of npm start or assay dev:  assay admin health --data .assay',
  ]);
}

function notSignedIn({ url }: ChosenPlatform): CommandFailure {
  const at = url.from.kind === 'default' ? '' : ` at ${url.value}`;
  return new CommandFailure(exitCodes.refused, `not signed in${at}.`, [
    url.from.kind === 'default' ? 'assay login' : `assay login --url ${url.value}`,
    'With a key:  ASSAY_API_KEY=… assay whoami',
  ]);
}

function lineOf({ method, path, attempt, status, failure, durationMs, requestId, retryInMs }: LogEntry): string {
  const parts = [
    `${method} ${path}`,
    status ?? 'no answer',
    failure,
    `${Math.round(durationMs)} ms`,
    attempt > 1 && `attempt ${attempt}`,
    requestId && `request ${requestId}`,
    retryInMs !== undefined && `again in ${Math.round(retryInMs)} ms`,
  ];
  return parts.filter((part) => part !== undefined && part !== false).join(' ');
}
