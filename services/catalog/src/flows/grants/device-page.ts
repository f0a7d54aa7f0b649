import { Problem, problemCodes } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import { commandLine } from '../../domain/grants/application.ts';
import { valueOf, type OAuthParameters } from '../../domain/grants/authorization-request.ts';
import { consentPage, decidedDevicePage, deviceCodePage } from '../../domain/grants/consent-pages.ts';
import type { AskedByApplication } from '../../domain/grants/grant.ts';
import { lettersOfCode, shownCode } from '../../domain/grants/user-code.ts';
import { decideDeviceAuthorization, findDeviceAuthorization } from '../../store/grants/device-authorizations.ts';
import { pathOf, redirectTo } from '../sessions/page-paths.ts';
import { giveBackAttempt } from '../sessions/sign-in-brakes.ts';
import { retryHeader } from '../sessions/sign-in-answer.ts';
import { consentingPerson, decisionOf, signInFirst, type ConsentingPerson } from './consenting-person.ts';
import { limitDeviceCodes } from './grant-brakes.ts';

const PATH = '/device';
const WRONG = 'No device waits with this code. Look at it again; a code is good for ten minutes.';

const pathWith = (code: string): string => `${PATH}?${new URLSearchParams({ user_code: code }).toString()}`;

/** The page for the code of a device: it asks for one, or asks whether to allow the device of this one. */
export async function devicePage(deps: Deps, sessionToken: string, typed: string | undefined): Promise<RawReply> {
  const letters = lettersOfCode(typed);
  const person = await consentingPerson(deps, sessionToken);
  if (!person) return signInFirst(deps, letters === undefined ? PATH : pathWith(shownCode(letters)))!;
  if (letters === undefined) return codeAnswer(deps, typed === undefined ? undefined : WRONG);
  return withDevice(deps, person, letters, async (asked) => consentAnswer(deps, person, letters, asked));
}

/** Takes the code that was typed to its page, or does what a person decided about a device. */
export async function decideDevice(deps: Deps, sessionToken: string, form: OAuthParameters): Promise<RawReply> {
  const typed = valueOf(form, 'user_code');
  const letters = lettersOfCode(typed);
  if (letters === undefined || !form.has('decision'))
    return letters === undefined
      ? devicePage(deps, sessionToken, typed ?? '')
      : redirectTo(pathOf(deps, pathWith(shownCode(letters))), {}, 303);
  const person = await consentingPerson(deps, sessionToken);
  if (!person) return signInFirst(deps, pathWith(shownCode(letters)))!;
  return withDevice(deps, person, letters, async (asked) => {
    const decision = decisionOf(person, form, asked.scopes);
    if (decision !== 'denied' && 'wrong' in decision)
      return consentAnswer(deps, person, letters, asked, decision.wrong);
    const isDecided = await decideDeviceAuthorization(deps.pool, hashOfSecret(letters), decision);
    return isDecided ? htmlAnswer(decidedDevicePage(decision !== 'denied'), {}, 200) : codeAnswer(deps, WRONG);
  });
}

/** Goes on with what the device of a code asks for. A code that leads to no device counts as a guess. */
async function withDevice(
  deps: Deps,
  { userId }: ConsentingPerson,
  letters: string,
  goOn: (asked: AskedByApplication) => Promise<RawReply>,
): Promise<RawReply> {
  try {
    const taken = await limitDeviceCodes(deps, userId);
    const asked = await findDeviceAuthorization(deps.pool, hashOfSecret(letters));
    if (!asked) return codeAnswer(deps, WRONG);
    await giveBackAttempt(deps, taken);
    return await goOn(asked);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'RATE_LIMITED') throw error;
    return codeAnswer(deps, error.message, retryHeader(error), problemCodes.RATE_LIMITED.http);
  }
}

const codeAnswer = (
  deps: Deps,
  wrong: string | undefined,
  headers: Record<string, string> = {},
  status = wrong === undefined ? 200 : 400,
): RawReply => htmlAnswer(deviceCodePage(pathOf(deps, PATH), wrong), headers, status);

const consentAnswer = (
  deps: Deps,
  person: ConsentingPerson,
  letters: string,
  { applicationId: id, applicationName: name, scopes }: AskedByApplication,
  wrong?: string,
): RawReply =>
  htmlAnswer(
    consentPage({
      action: pathOf(deps, PATH),
      application: { id, name, known: id === commandLine.id ? 'ours' : 'registered' },
      place: undefined,
      code: shownCode(letters),
      scopes,
      person: person.email,
      organizations: person.organizations,
      organizationId: person.organizationId,
      hidden: { user_code: shownCode(letters), csrf: person.csrfToken },
      wrong,
    }),
    {},
    wrong === undefined ? 200 : 400,
  );
