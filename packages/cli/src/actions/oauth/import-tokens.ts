import type { ImportTokensRequest } from '@assay/sdk';
import type { importTokensInput } from '../../commands/servers/oauth.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { given } from '@assay/contract/given';
import { printJson } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import { readObject } from '../operation/read-body.ts';

/** Gives the platform a token response, which is never printed. */
export const importTokens: Action<typeof importTokensInput> = async (context, { arguments: { server }, options }) => {
  const { tokens, authorizationServerUrl, oauthResourceUrl, json } = options;
  if (tokens === undefined || !/^(-$|@)/.test(tokens))
    throw new UsageError('tokens are not taken from an argument, where others can read them.', [
      `assay oauth import ${visibleText(server)} --tokens @tokens.json        or: --tokens - < tokens.json`,
    ]);
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const { url } = await assay.getProjectServer({ projectId, serverId });
  if (url === undefined) throw new UsageError(`server ${visibleText(server)} is a command, which needs no grant.`);
  const imported = await assay.importOAuthTokens(
    { projectId, serverId },
    {
      serverUrl: url,
      tokens: (await readObject(context, '--tokens', tokens)) as unknown as ImportTokensRequest['tokens'],
      ...given({ authorizationServerUrl, oauthResourceUrl }),
    },
  );
  context.terminal.out(
    json === undefined ? `the platform has tokens for ${visibleText(server)}.\n` : printJson(imported),
  );
};
