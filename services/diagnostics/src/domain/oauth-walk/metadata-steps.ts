import { given } from '@assay/contract/given';
import type { DifferingStrings, WalkStep } from '@assay/contract/areas/oauth-grants/walk';
import { differingRanges } from './differing-range.ts';
import { exchangesOf } from './exchanges-of.ts';
import type { StepJudge, StepJudgement, Walker } from './step-judgement.ts';
import type { SeenFault, WalkEvidence } from './walk-evidence.ts';

const FIRST_REVISION = '2025-03-26';

/** The first request is refused with 401, and the refusal leads to the metadata. */
export const judgeChallenge: StepJudge = ({ url, challenge }, { revision }) => {
  const { status, header, resourceMetadataUrl, scope, durationMs } = challenge;
  const exchange = { method: 'POST', url, durationMs, ...given({ status, challenge: header }) };
  const step = { exchanges: [exchange], durationMs };
  const scopes = scope === undefined ? 'no scope is named' : `the scope ${scope} is named`;
  if (resourceMetadataUrl !== undefined || revision === FIRST_REVISION)
    return {
      ...step,
      status: 'passed',
      found: resourceMetadataUrl === undefined ? '401' : `401 with the address of the metadata; ${scopes}`,
    };
  return {
    ...step,
    status: 'warning',
    found: `401 without the address of the metadata${header === undefined ? ' and without a challenge' : ''}`,
    explanation:
      'A client finds the metadata by the parameter `resource_metadata` of the challenge. Without it a client tries the well-known address; some clients do not.',
    nextStep: 'Answer 401 with `WWW-Authenticate: Bearer resource_metadata="…"`.',
  };
};

/** The metadata of the resource name the address that the client was given. */
export const judgeResourceMetadata: StepJudge = (seen, { as, revision }) => {
  if (revision === FIRST_REVISION)
    return {
      status: 'not_needed',
      found: "this revision has none; the authorization server is at the server's own origin",
    };
  const step = exchangesOf(seen.toResource);
  const fault = (...codes: string[]) => seen.faults.find(({ code }) => codes.includes(code));
  const unreadable = fault(
    'resource-metadata-unreachable',
    'resource-metadata-invalid',
    'resource-metadata-redirected',
  );
  if (unreadable && step.document?.['resource'] === undefined)
    return { ...step, status: 'failed', found: unreadable.message };
  const missing = fault('resource-metadata-missing');
  if (missing)
    return {
      ...step,
      status: 'warning',
      found: 'none are published',
      explanation: `${missing.message} Clients of this revision that need them end here.`,
      nextStep: 'Publish the metadata at `/.well-known/oauth-protected-resource` and the path of the server.',
    };
  const differing = fault('resource-differs', 'resource-mismatch');
  if (differing?.differs) return otherResource({ ...differing, differs: differing.differs }, seen, as, step);
  const noServers = fault('authorization-servers-missing');
  if (noServers)
    return { ...step, status: 'warning', found: 'They name no authorization server.', explanation: noServers.message };
  return { ...step, status: 'passed', found: `${seen.url}, the address that was asked` };
};

function otherResource(
  { code, message, differs }: SeenFault & { differs: { given: string; found: string } },
  { url }: WalkEvidence,
  as: Walker['as'],
  step: ReturnType<typeof exchangesOf>,
): StepJudgement {
  const isTaken = as === 'none' || (as === 'parent' && code === 'resource-differs');
  return {
    ...step,
    status: isTaken ? 'warning' : 'failed',
    found: 'They name another resource than the address that was asked.',
    differs: twoStrings(differs, 'clients are given', 'metadata name', '/resource'),
    explanation: `The address that a client was given and the resource of its metadata have to be the same, or the metadata must not be used (RFC 9728 section 3.3). ${message}`,
    nextStep: `Serve \`"resource": ${JSON.stringify(url)}\` at this address.`,
    ...(step.document && { corrected: { ...step.document, resource: url } }),
  };
}

const twoStrings = (
  { given: mine, found }: { given: string; found: string },
  givenBy: string,
  foundIn: string,
  path: string,
): DifferingStrings => {
  const ranges = differingRanges(mine, found);
  return { given: mine, givenBy, found, foundIn, path, givenRange: ranges.given, foundRange: ranges.found };
};

const SERVER_WARNINGS: Record<string, Pick<WalkStep, 'nextStep'>> = {
  'authorization-server-metadata-missing': {
    nextStep: 'Publish the metadata of the authorization server (RFC 8414).',
  },
  'pkce-unsupported': { nextStep: 'Serve `"code_challenge_methods_supported": ["S256"]`.' },
  'insecure-endpoint': { nextStep: 'Serve the endpoints of the authorization server with https.' },
};

/** The authorization server calls itself by the address that led to it, and supports what clients need. */
export const judgeAuthorizationServer: StepJudge = (seen, { as, revision }) => {
  const step = exchangesOf(seen.toServer);
  const fault = (...codes: string[]) => seen.faults.find(({ code }) => codes.includes(code));
  const impostor = fault('issuer-mismatch');
  if (impostor?.differs)
    return {
      ...step,
      status: as === 'none' ? 'warning' : 'failed',
      found: 'It calls itself by another name than the one that led to it.',
      differs: twoStrings(impostor.differs, 'the resource names', 'it calls itself', '/issuer'),
      explanation:
        'The issuer in the metadata has to be the address that they were found under, or they are not trusted (RFC 8414 section 3.3). Otherwise any server could answer in its name.',
      nextStep: `Let the authorization server say \`"issuer": ${JSON.stringify(impostor.differs.given)}\`, or name ${impostor.differs.found} in the metadata of the resource.`,
      ...(step.document && { corrected: { ...step.document, issuer: impostor.differs.given } }),
    };
  const fatal = fault(
    'authorization-server-unreachable',
    'authorization-server-invalid',
    'authorization-server-redirected',
    'code-flow-unsupported',
  );
  if (fatal) return { ...step, status: 'failed', found: fatal.message };
  if (revision === '2025-06-18' && step.exchanges.at(-1)?.url.includes('/.well-known/openid-configuration'))
    return {
      ...step,
      status: 'failed',
      found: 'It publishes metadata of OpenID Connect alone.',
      explanation:
        'Clients of 2025-06-18 read the metadata of RFC 8414; the metadata of OpenID Connect counts since 2025-11-25.',
      nextStep: 'Publish the metadata at `/.well-known/oauth-authorization-server` too.',
    };
  const warned = fault(...Object.keys(SERVER_WARNINGS));
  if (warned)
    return {
      ...step,
      status: 'warning',
      found: warned.message,
      ...SERVER_WARNINGS[warned.code],
    };
  return { ...step, status: 'passed', found: `${seen.authorizationServer} names itself so; PKCE with S256` };
};

/** A client can become known to the authorization server. */
export const judgeRegistration: StepJudge = ({ client, toServer, isServerKnown }, { revision }) => {
  const published = toServer.at(-1)?.document ?? {};
  const takesDocuments = revision === '2025-11-25' && published['client_id_metadata_document_supported'] === true;
  const isDynamic =
    published['registration_endpoint'] !== undefined || (!isServerKnown && toServer.at(-1)?.document === undefined);
  const offers = `dynamic registration is ${isDynamic ? 'offered' : 'not offered'}; client metadata documents are ${takesDocuments ? 'taken' : 'not taken'}`;
  if (client.isSaved) return { status: 'passed', found: 'By the client that is saved with the server.' };
  if (takesDocuments && client.hasMetadataDocument)
    return { status: 'passed', found: `By client metadata document; ${offers.split('; ')[0]}.` };
  if (isDynamic)
    return {
      status: 'passed',
      found: `Dynamic; client metadata documents are ${takesDocuments ? 'taken too' : 'not taken'}.`,
    };
  return {
    status: 'failed',
    found: offers,
    explanation: 'The authorization server knows no client of this address, and none can make itself known to it.',
    nextStep:
      'Register a client there by hand and save its clientId with the server, or offer dynamic registration (RFC 7591).',
  };
};

/** The registrations that the authorization server offers, for a step that was not reached. */
export const registrationOffer: StepJudge = (seen, walker) => {
  const { found } = judgeRegistration({ ...seen, client: { isSaved: false, hasMetadataDocument: true } }, walker);
  return { status: 'pending', found };
};
