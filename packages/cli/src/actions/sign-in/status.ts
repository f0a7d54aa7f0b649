import { createClient } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure } from '../../command-failure.ts';
import type { statusInput } from '../../commands/sign-in.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { explainFailure } from '../../platform/explain-failure.ts';
import { findLink } from '../../platform/link-file.ts';
import { LoginTokens } from '../../platform/login-tokens.ts';
import { StoredLogins, type Login } from '../../platform/stored-logins.ts';
import { openTransport } from '../../platform/transport.ts';

/** Shows every login with the answer of its platform, and the link of the folder. */
export const showStatus: Action<typeof statusInput> = async (context, { options }): Promise<ExitCode> => {
  const logins = new StoredLogins(context.env);
  const [all, current, link] = await Promise.all([logins.list(), logins.find(), findLink(context.folder)]);
  const asked = await Promise.all(all.map(async (login) => ask(context, logins, login)));
  const shown = {
    logins: asked.map(({ login, answer, failure }) => ({
      url: login.url,
      kind: login.kind,
      isCurrent: login.url === current?.url,
      ...(failure ? { failure: failure.message } : { email: answer }),
    })),
    link: link ?? null,
    keyInEnvironment: Boolean(context.env.ASSAY_API_KEY),
  };
  const { terminal } = context;
  printDocument(context, options, shown, () => {
    const lines = asked.map(({ login, answer, failure }) => {
      const mark = markOf(failure ? 'failed' : 'passed', terminal);
      const told = failure ? failure.message : `${visibleText(answer ?? '')}, by ${login.kind}`;
      return `  ${mark} ${login.url}${login.url === current?.url ? ' (current)' : ''}   ${told}\n`;
    });
    const linked = link && `  link      ${link.path}: ${[link.url, link.project].filter(Boolean).join(', ')}\n`;
    const key = shown.keyInEnvironment ? '  key       ASSAY_API_KEY is set, and is used before any login\n' : '';
    return `${lines.join('') || '  No login. assay login\n'}${linked ?? '  link      no assay.json here or above\n'}${key}`;
  });
  return asked.find(({ failure }) => failure)?.failure?.exitCode ?? exitCodes.passed;
};

/** Asks the platform of a login who that is. */
async function ask(
  { env, interrupted }: CommandContext,
  logins: StoredLogins,
  login: Login,
): Promise<{ login: Login; answer?: string; failure?: CommandFailure }> {
  const transport = await openTransport(login.url, env);
  const tokens = new LoginTokens(logins, login, transport.fetch);
  const assay = createClient({
    url: login.url,
    credential: async () => tokens.current(),
    fetch: tokens.renewing(transport.fetch),
    signal: interrupted,
  });
  try {
    return { login, answer: (await assay.getMe()).email };
  } catch (error) {
    const url = { value: login.url, from: { kind: 'login' as const } };
    const credential = { value: { login }, from: { kind: 'login' as const } };
    const project = { value: undefined, from: { kind: 'default' as const } };
    const failure = explainFailure(error, { chosen: { url, credential, project }, transport });
    if (!(failure instanceof CommandFailure)) throw failure;
    return { login, failure };
  }
}
