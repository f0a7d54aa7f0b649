import { inBrackets, hostOf, secondsText, causeText } from './text.ts';

const status = ({ httpStatus }: { httpStatus?: number }) => httpStatus && `HTTP ${httpStatus}`;

const ACCEPTED = 202;

/** Texts for causes at the HTTP layer. */
export const httpTexts = {
  http_not_spoken: causeText(
    (facts) => `${hostOf(facts)} answers, and not in HTTP: another service listens on that port.`,
    'Correct the port, or find the address of the MCP endpoint in the documentation of the server.',
  ),
  web_page: causeText(
    (facts) =>
      `${hostOf(facts)} answered with a web page instead of MCP${inBrackets(status(facts), facts.contentType)}. The address belongs to a web site, or a proxy answers in place of the server.`,
    'Find the address of the MCP endpoint in the documentation of the server (often it ends in `/mcp`), and save that.',
  ),
  login_page: causeText(
    (facts) =>
      `Requests without a session are redirected to a login page${inBrackets(status(facts), facts.location)}: a proxy in front of the server requires a browser session, which an MCP client does not have.`,
    'Let the MCP endpoint pass that guard, or have it ask for OAuth or an access token, and save a header that it accepts.',
  ),
  captive_portal: causeText(
    (facts) =>
      `The network that this machine is in wants a sign-in first${inBrackets(status(facts))}: the answer came from its portal and not from the server.`,
    'Sign in to the network, or connect from another one.',
  ),
  redirected: causeText(
    (facts) =>
      `${hostOf(facts)} sends us on to ${facts.location ?? 'another address'}${inBrackets(status(facts))}, and a request with credentials is not sent on to where a server points.`,
    (facts) => `If that is the server you mean, save ${facts.location ?? 'that address'}.`,
  ),
  redirected_to_metadata: causeText(
    (facts) =>
      `${hostOf(facts)} sends us on to ${facts.location ?? 'an address'}, where clouds keep the credentials of a machine${inBrackets(status(facts))}. It was not followed, and never is.`,
    'Do not trust this server before its owner has explained the redirect.',
  ),
  wrong_path: causeText(
    (facts) =>
      `There is no MCP endpoint at ${facts.url ?? 'that address'}${inBrackets(status(facts))}, though the host answers.${facts.answersAt ? ` An MCP server answers at ${facts.answersAt}.` : ''}`,
    (facts) =>
      facts.answersAt
        ? `Save ${facts.answersAt}.`
        : `Find the path of the MCP endpoint in the documentation of the server${facts.tried ? `; none answers at ${facts.tried.join(' or ')}` : ', often `/mcp`'}.`,
  ),
  wrong_transport: causeText(
    (facts) =>
      `The server speaks only the older HTTP+SSE transport at this address. It works, and it is deprecated since revision 2025-03-26.${facts.answersAt ? ` Streamable HTTP answers at ${facts.answersAt}.` : ''}`,
    (facts) => (facts.answersAt ? `Save ${facts.answersAt}.` : 'Ask the author of the server for Streamable HTTP.'),
  ),
  endpoint_elsewhere: causeText(
    (facts) =>
      `${hostOf(facts)} speaks the older HTTP+SSE transport and names an address on another origin for the messages, to which no client may send them.`,
    'Have the server name a path in its `endpoint` event, or the address under which it is reached from outside: a server behind a proxy often names its own.',
  ),
  websocket_only: causeText(
    (facts) =>
      `${hostOf(facts)} wants a WebSocket${inBrackets(status(facts))}. MCP has no such transport in its specification.`,
    "Find the address of the server's Streamable HTTP endpoint, or put a gateway in front that speaks it.",
  ),
  http_refused: causeText(
    (facts) =>
      `${hostOf(facts)} refused the request${inBrackets(status(facts), facts.contentType)}, and its answer is not an MCP answer.`,
    'Read the beginning of the answer in the evidence, and the log of the server.',
  ),
  rate_limited: causeText(
    (facts) => `${hostOf(facts)} says that too many requests came in${inBrackets(status(facts))}.`,
    (facts) =>
      `Try again ${facts.retryAfter && /^\d+$/.test(facts.retryAfter) ? `in ${facts.retryAfter} s` : 'later'}, or have the limit raised.`,
  ),
  server_error: causeText(
    (facts) => `The server failed while it handled the request${inBrackets(status(facts))}.`,
    "Read the server's log for the error at that moment.",
  ),
  gateway_error: causeText(
    (facts) =>
      `A gateway in front of the server answered in its place${inBrackets(status(facts))}: the server behind it is down, starting, or too slow.`,
    'Check that the server behind the gateway runs, and that the gateway forwards to its port.',
  ),
  slow: causeText(
    (facts) =>
      `It works, and took ${secondsText(facts.elapsedMs)}. Clients with short timeouts will give up on it, and people notice.`,
    'Look for what takes the time: a cold start, calls to other services while listing, a far region.',
  ),
  no_answer: causeText(
    (facts) =>
      facts.httpStatus === ACCEPTED
        ? `${hostOf(facts)} answered the request${inBrackets(facts.method)} with an empty 202, as if it were a notification, and no answer followed within ${secondsText(facts.elapsedMs)}.`
        : `${hostOf(facts)} took the request${inBrackets(facts.method)} and did not answer within ${secondsText(facts.elapsedMs)}.`,
    ({ httpStatus }) =>
      httpStatus === ACCEPTED
        ? 'Have the server answer a request, which has an id, with 200 and JSON or an event stream; 202 is for notifications and for answers of the client.'
        : "Read the server's log: it hangs, waits for something else, or has no handler for the request.",
  ),
  answer_stalled: causeText(
    (facts) =>
      `${hostOf(facts)} began to answer${inBrackets(status(facts), facts.method)} and had not finished after ${secondsText(facts.elapsedMs)}.`,
    'See that the server ends its answer, and that no proxy on the way buffers event streams.',
  ),
  answer_cut_off: causeText(
    (facts) =>
      `The connection broke in the middle of an answer${inBrackets(status(facts), facts.method, facts.systemCode)}.`,
    "Read the server's log for a crash, and at the timeouts and size limits of proxies on the way.",
  ),
  answer_encoding_wrong: causeText(
    (facts) =>
      `The header of the answer says that it is encoded${inBrackets(facts.contentEncoding)}, and its body is not${inBrackets(status(facts), facts.systemCode)}.`,
    'Have the server, or the proxy in front of it, leave out the Content-Encoding header, or encode the body as it says.',
  ),
  answer_too_large: causeText(
    (facts) => `The answer is larger than this installation accepts${inBrackets(facts.method, facts.systemCode)}.`,
    'Have the server answer in pages, or with links to what is large.',
  ),
};
