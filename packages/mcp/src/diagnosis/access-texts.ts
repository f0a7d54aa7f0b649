import type { CauseFacts } from './facts.ts';
import { inBrackets, hostnameOf, hostOf, causeText } from './text.ts';

const status = ({ httpStatus }: CauseFacts) => httpStatus && `HTTP ${httpStatus}`;
const faultsOf = ({ faults = [] }: CauseFacts) => faults.map(({ message }) => ` ${message}`).join('');

/** Texts for causes of refused access. */
export const accessTexts = {
  oauth_required: causeText(
    (facts) => `${hostOf(facts)} requires an OAuth access token${inBrackets(status(facts))}, and none is saved.`,
    'Connect the server (the OAuth sign-in), or import tokens that you already have.',
  ),
  oauth_metadata_faulty: causeText(
    (facts) => `${hostOf(facts)} asks for OAuth, and what it publishes about it is not in order.${faultsOf(facts)}`,
    'Ask the author of the server to fix the metadata; many clients will not get a token otherwise. If you have one, import it, or save it as an Authorization header.',
  ),
  grant_unusable: causeText(
    (facts) =>
      `The OAuth grant that is kept for the server can no longer be used${facts.refusedBecause ? `: ${facts.refusedBecause}` : '.'}`,
    'Connect the server again, or import new tokens.',
  ),
  token_unavailable: causeText(
    (facts) =>
      `There is no access token for the server at the moment, so no request was sent${facts.refusedBecause ? `: ${facts.refusedBecause}` : '.'}`,
    'Check the authorization server, not the MCP server, and try again; the grant is kept.',
  ),
  credentials_required: causeText(
    (facts) =>
      `${hostOf(facts)} requires credentials${inBrackets(status(facts))}, publishes nothing about OAuth, and none are saved.`,
    'Save the header that the server expects, such as Authorization or an API key.',
  ),
  token_refused: causeText(
    (facts) =>
      `${hostOf(facts)} does not accept the credential that was sent${inBrackets(status(facts))}: it has expired, was revoked, or was made for another server.`,
    'Get a new token or key and save it. For a token of OAuth, check that it was issued for this address (its audience).',
  ),
  insufficient_scope: causeText(
    (facts) =>
      `The credential is good, and lacks a permission${inBrackets(status(facts), facts.requiredScope && `scope ${facts.requiredScope}`)}.`,
    (facts) =>
      `Get a token with ${facts.requiredScope ? `the scope ${facts.requiredScope}` : 'the scope that the server wants'}.`,
  ),
  host_refused: causeText(
    (facts) =>
      `The server does not accept the name ${hostnameOf(facts)} in the Host header${inBrackets(status(facts))}: it protects itself against DNS rebinding, and often admits localhost alone.`,
    (facts) =>
      `Add ${hostnameOf(facts)} to the hosts that the server allows (often \`allowedHosts\`), or have the proxy or tunnel in front of it send the Host header that the server expects.`,
  ),
  forbidden: causeText(
    (facts) =>
      `${hostOf(facts)} understood the request and refuses it${inBrackets(status(facts))}. The server, or a firewall that blocks programs, does this.`,
    'Check what the credential is allowed, and whether the server admits the address that Assay connects from.',
  ),
};
