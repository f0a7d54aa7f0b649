import { issuerOf } from '@assay/contract/areas/grants/resources';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer, pagePolicy } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import type { Application } from '../../domain/grants/application.ts';
import { isFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import {
  authorizationRequest,
  parametersOf,
  stateOf,
  valueOf,
  type AuthorizationRequest,
  type OAuthParameters,
} from '../../domain/grants/authorization-request.ts';
import { consentPage, refusedRequestPage } from '../../domain/grants/consent-pages.ts';
import { answerUrl, isRegisteredUri, redirectPlace } from '../../domain/grants/redirect-uri.ts';
import { insertCode } from '../../store/grants/authorization-codes.ts';
import { pathOf, redirectTo } from '../sessions/page-paths.ts';
import { consentingPerson, decisionOf, signInFirst, type ConsentingPerson } from './consenting-person.ts';
import { findApplication } from './find-application.ts';

const PATH = '/oauth/authorize';

/** A request whose application and redirect address are known, so that errors can be sent there. */
interface IdentifiedRequest {
  application: Application;
  redirectUri: string;
  request: AuthorizationRequest | OAuthFault;
  state: string | undefined;
}

/** The consent page of a request, given as the text of its query; or the sign-in page first, or an error. */
export async function authorizationPage(deps: Deps, sessionToken: string, query: string): Promise<RawReply> {
  const asked = await consentTo(deps, sessionToken, query);
  return 'reply' in asked ? asked.reply : asked.page();
}

/** Does what a person decided on the consent page. */
export async function decideAuthorization(deps: Deps, sessionToken: string, form: OAuthParameters): Promise<RawReply> {
  const asked = await consentTo(deps, sessionToken, valueOf(form, 'query') ?? '');
  if ('reply' in asked) return asked.reply;
  const { person, identified, request } = asked;
  const decision = decisionOf(person, form, request.scopes);
  if (decision === 'denied')
    return answerTo(deps, identified, { error: 'access_denied', error_description: 'The person denied it.' });
  if ('wrong' in decision) return asked.page(decision.wrong);
  const { application, redirectUri } = identified;
  const code = newSecret('oac_');
  await insertCode(
    deps.pool,
    hashOfSecret(code),
    {
      ...request,
      scopes: decision.scopes,
      applicationId: application.id,
      applicationName: application.name,
      redirectUri,
    },
    decision,
  );
  return answerTo(deps, identified, { code });
}

interface Asked {
  person: ConsentingPerson;
  identified: IdentifiedRequest;
  request: AuthorizationRequest;
  /** The consent page, with what was wrong with the last form. */
  page(wrong?: string): RawReply;
}

/** The question to a signed-in person; else the reply to a faulty request, or to a person who must sign in. */
async function consentTo(deps: Deps, sessionToken: string, query: string): Promise<Asked | { reply: RawReply }> {
  // A stranger cannot make us read metadata, or redirect: everything else comes after the sign-in.
  const person = await consentingPerson(deps, sessionToken);
  if (!person) return { reply: signInFirst(deps, `${PATH}?${query}`) ?? refusal('The request is too long.') };
  const identified = await identify(deps, parametersOf(query));
  if ('refused' in identified) return { reply: refusal(identified.refused) };
  const { application, redirectUri, request } = identified;
  if (isFault(request)) {
    const { error, description } = request;
    return { reply: answerTo(deps, identified, { error, error_description: description }) };
  }
  const { place, source } = redirectPlace(redirectUri);
  const page = (wrong?: string) =>
    htmlAnswer(
      consentPage({
        action: pathOf(deps, PATH),
        application,
        place,
        code: undefined,
        scopes: request.scopes,
        person: person.email,
        organizations: person.organizations,
        organizationId: person.organizationId,
        hidden: { query, csrf: person.csrfToken },
        wrong,
      }),
      { 'Content-Security-Policy': pagePolicy(source) },
      wrong === undefined ? 200 : 400,
    );
  return { person, identified, request, page };
}

/** Finds the application and its redirect address; refused on a page, because there is no address to send it to. */
async function identify(deps: Deps, parameters: OAuthParameters): Promise<IdentifiedRequest | { refused: string }> {
  const [id, redirectUri] = [valueOf(parameters, 'client_id'), valueOf(parameters, 'redirect_uri')];
  if (id === undefined) return { refused: 'client_id must be sent once.' };
  const application = await findApplication(deps, id);
  if (isFault(application)) return { refused: application.description };
  if (redirectUri === undefined || !isRegisteredUri(application.redirectUris, redirectUri))
    return { refused: 'redirect_uri is not one of the addresses that the application registered.' };
  return {
    application,
    redirectUri,
    request: authorizationRequest(deps.publicUrl, parameters, id),
    state: stateOf(parameters),
  };
}

const refusal = (why: string): RawReply => htmlAnswer(refusedRequestPage(why), {}, 400);

/** Redirects to the application, with the issuer (RFC 9207). */
const answerTo = (
  { publicUrl }: Deps,
  { redirectUri, state }: IdentifiedRequest,
  answer: Record<string, string>,
): RawReply => redirectTo(answerUrl(redirectUri, { ...answer, state, iss: issuerOf(publicUrl) }), {}, 303);
