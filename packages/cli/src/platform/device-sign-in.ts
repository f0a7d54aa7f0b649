import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionFailure, type Fetch } from '@assay/sdk';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  COMMAND_LINE,
  OAuthRefusal,
  post,
  requestTokens,
  type AuthorizationServer,
  type GrantTokens,
} from './oauth.ts';

/** The code that a person enters on a page of the platform, and the page. */
export interface DeviceCode {
  userCode: string;
  page: string;
  /** The page with the code in its address. */
  pageWithCode: string;
  /** How long the code is valid, in seconds. */
  validS: number;
}

/** The time that each answer "slow down" adds between two questions, in seconds (RFC 8628, section 3.5). */
const SLOWER_S = 5;

/** Signs in by a code that a person enters in any browser (RFC 8628). `show` tells the code. Throws CommandFailure. */
export async function signInByDevice(
  fetch: Fetch,
  { deviceAuthorizationEndpoint, tokenEndpoint }: AuthorizationServer,
  show: (code: DeviceCode) => Promise<void>,
  interrupted: AbortSignal,
): Promise<GrantTokens> {
  const begun = await post(fetch, deviceAuthorizationEndpoint, { client_id: COMMAND_LINE }, interrupted);
  const validS = Number(begun.expires_in);
  await show({
    userCode: String(begun.user_code),
    page: String(begun.verification_uri),
    pageWithCode: String(begun.verification_uri_complete ?? begun.verification_uri),
    validS,
  });
  const until = Date.now() + validS * 1_000;
  for (let intervalS = Number(begun.interval ?? SLOWER_S); Date.now() < until;) {
    await pause(intervalS * 1_000, undefined, { signal: interrupted });
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(begun.device_code),
      client_id: COMMAND_LINE,
    };
    const tokens = await requestTokens(fetch, tokenEndpoint, form, interrupted).catch((error: unknown) => error);
    if (!(tokens instanceof Error)) return tokens as GrantTokens;
    if (tokens instanceof OAuthRefusal && tokens.code === 'slow_down') intervalS += SLOWER_S;
    else if (!isPending(tokens)) throw told(tokens);
  }
  throw expired();
}

/** A platform that is away for a moment is asked again. */
const isPending = (error: Error): boolean =>
  error instanceof OAuthRefusal
    ? error.code === 'authorization_pending'
    : error instanceof ConnectionFailure && error.kind !== 'unreadable';

const expired = () => new CommandFailure(exitCodes.refused, 'the code was not entered in time.', ['assay login']);

function told(error: Error): Error {
  if (!(error instanceof OAuthRefusal)) return error;
  if (error.code === 'expired_token') return expired();
  const message = error.code === 'access_denied' ? 'the sign-in was denied.' : `the sign-in failed: ${error.message}`;
  return new CommandFailure(exitCodes.refused, message, ['assay login']);
}
