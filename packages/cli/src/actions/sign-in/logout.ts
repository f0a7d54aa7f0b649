import { CommandFailure } from '../../command-failure.ts';
import type { logoutInput } from '../../commands/sign-in.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { COMMAND_LINE, post } from '../../platform/oauth.ts';
import { addressOf } from '../../platform/platform-address.ts';
import { StoredLogins } from '../../platform/stored-logins.ts';
import { openTransport } from '../../platform/transport.ts';

/** Forgets a login, and ends its grant on the platform. */
export const logout: Action<typeof logoutInput> = async ({ env, terminal, interrupted }, { options }) => {
  const logins = new StoredLogins(env);
  const url = options.url === undefined ? undefined : addressOf('--url', options.url);
  const login = await logins.find(url);
  if (!login) throw new CommandFailure(exitCodes.refused, `not signed in${url === undefined ? '' : ` at ${url}`}.`);
  await logins.forget(login.url);
  if (login.kind === 'key') {
    terminal.out(`Signed out of ${login.url}. The key is still valid; it is revoked where it was made.\n`);
    return;
  }
  const { fetch } = await openTransport(login.url, env);
  try {
    const form = { token: login.refreshToken, client_id: COMMAND_LINE };
    await post(fetch, login.revocationEndpoint, form, interrupted);
  } catch (error) {
    throw new CommandFailure(
      exitCodes.unreachable,
      `signed out here, but ${login.url} was not told: its grant ends by itself, or in the list of your grants.`,
      [],
      error,
    );
  }
  terminal.out(`Signed out of ${login.url}.\n`);
};
