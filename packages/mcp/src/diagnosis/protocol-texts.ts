import type { CauseFacts } from './facts.ts';
import { inBrackets, hostOf, causeText } from './text.ts';

const TRY = 'Send the request by hand and read the answer: see the evidence for its beginning.';
const answered = ({ httpStatus, contentType, method }: CauseFacts) =>
  inBrackets(method, httpStatus && `HTTP ${httpStatus}`, contentType);
const COMPARE =
  'Compare the answer in the evidence with the schema of the protocol: a field is missing or of another type.';
/** A text of the server stands in a sentence only where it looks like an id. */
const shortId = (id: string) => (/^[\w".-]{1,40}$/.test(id) ? id : 'no string or number');
const offered = ({ offeredVersions, serverVersion }: CauseFacts) => offeredVersions?.join(', ') ?? serverVersion;

/** Texts for causes in the MCP protocol. */
export const protocolTexts = {
  answer_empty: causeText(
    (facts) => `The answer is empty${answered(facts)}.`,
    'Have the server answer every request with a JSON-RPC message, and only notifications with an empty 202.',
  ),
  answer_not_json: causeText((facts) => `The answer says that it is JSON and is not${answered(facts)}.`, TRY),
  answer_not_utf8: causeText(
    (facts) => `The answer holds bytes that are not UTF-8${answered(facts)}, as JSON has to be.`,
    'Have the server encode what it sends as UTF-8. Often a text from a file or database is passed on in another encoding, or the answer is compressed without saying so.',
  ),
  answer_truncated: causeText(
    (facts) => `The JSON of the answer ends in the middle${answered(facts)}.`,
    'Look for a wrong Content-Length, a crash while writing, or a proxy that limits the size of answers.',
  ),
  answer_wrong_type: causeText(
    (facts) => `The answer is neither \`application/json\` nor \`text/event-stream\`${answered(facts)}, as MCP wants.`,
    "Set the Content-Type of the server's answers. If the answer is not from the server, correct the address.",
  ),
  answer_off_protocol: causeText(
    (facts) =>
      facts.answerId === undefined
        ? `The answer is JSON, and not a valid MCP answer to this request${answered(facts)}.`
        : `The answer is to another request${answered(facts)}: its id is ${shortId(facts.answerId)}, and the request has the id ${facts.requestId}.`,
    ({ answerId }) =>
      answerId === undefined
        ? COMPARE
        : 'Have the server answer with the id of the request: the same value of the same type.',
  ),
  not_mcp: causeText(
    (facts) =>
      `${hostOf(facts)} speaks JSON-RPC and does not know \`initialize\`${answered(facts)}: it is not an MCP server, or this is another of its endpoints.`,
    'Find the address of the MCP endpoint in the documentation of the server.',
  ),
  initialize_rejected: causeText(
    (facts) =>
      `The server answered \`initialize\` with a JSON-RPC error${inBrackets(facts.rpcCode, facts.httpStatus && `HTTP ${facts.httpStatus}`)}: it understood the request and does not open a session.`,
    "Read its message in the evidence and in the server's log. Often it lacks something in its own configuration.",
  ),
  initialized_refused: causeText(
    (facts) =>
      `The server answered \`initialize\` and then refused the notification \`notifications/initialized\`${answered(facts)}, with which every client ends the handshake.`,
    'Have the server answer notifications with an empty 202, `notifications/initialized` first of all.',
  ),
  protocol_version_not_offered: causeText(
    (facts) =>
      `The server is pinned to revision ${facts.pinnedVersion ?? 'of the protocol'} and does not offer it${inBrackets(offered(facts) && `it offers ${offered(facts)}`)}.`,
    'Remove the pin, so that the revision is negotiated, or pin one that the server speaks.',
  ),
  protocol_version_unknown: causeText(
    (facts) => `The server wants a revision of the protocol that we do not know${inBrackets(offered(facts))}.`,
    'Have the server answer `initialize` with a published revision: the one it was asked for, if it speaks it.',
  ),
  protocol_version_header_refused: causeText(
    (facts) =>
      `The server agreed on a revision${inBrackets(facts.serverVersion)} and then refused a request with that revision in the MCP-Protocol-Version header${answered(facts)}.`,
    'Have the server accept in the header every revision that it agrees on in `initialize`.',
  ),
  session_lost: causeText(
    (facts) =>
      `The server opened a session and did not know it at the next request${answered(facts)}. Several instances behind a load balancer that do not share sessions do that, and servers that restart.`,
    'Have the load balancer send a session to one instance (by the Mcp-Session-Id header), share the sessions, or run the server without sessions.',
  ),
  request_storm: causeText(
    () => 'The server sends requests such as pings, elicitations or sampling to its client without end.',
    'Look for a loop in the server that pings or asks its client, and have it wait for each answer.',
  ),
  notification_storm: causeText(
    () => 'The server sends notifications such as progress and log messages to its client without end.',
    'Look for a loop in the server that notifies its client, and have it send progress and log messages less often.',
  ),
  not_supported: causeText(
    (facts) => `The server does not support ${facts.method ?? 'the request'}.`,
    'Nothing has to be fixed, unless the server should offer it.',
  ),
  rpc_error: causeText(
    (facts) =>
      `The server answered ${facts.method ?? 'the request'} with a JSON-RPC error${inBrackets(facts.rpcCode)}.`,
    'Read the message of the server, and its log.',
  ),
  unexplained: causeText(
    (facts) => `The exchange failed for an unknown reason${inBrackets(facts.method, facts.systemCode)}.`,
    "Read the server's log, and try again. If it stays, report it with the evidence.",
  ),
};
