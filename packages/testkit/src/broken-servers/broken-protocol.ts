import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrokenServer } from './broken-server.ts';
import { startEverythingServer } from '../mcp-servers/everything-server.ts';
import {
  asJson,
  initializeResult,
  rpcError,
  scriptedMcp,
  type ScriptedAnswer,
  type McpMessage,
  type McpScript,
} from '../mcp-servers/scripted-mcp.ts';

const scripted = (script: McpScript) => () => scriptedMcp(script);
const initialize = (answer: ScriptedAnswer) => scripted({ initialize: answer });
const raw = (body: string | Buffer, contentType = 'application/json') =>
  initialize((_message, response) => void response.writeHead(200, { 'content-type': contentType }).end(body));

/** Whether a request comes after the initialize request. */
const AFTER_INITIALIZE = [
  'notifications/initialized',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
];
const afterwards = (answer: ScriptedAnswer): McpScript =>
  Object.fromEntries(AFTER_INITIALIZE.map((method) => [method, answer]));

const NO_SESSION = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } };
const BAD_VERSION = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message: 'Bad Request: Unsupported protocol version' },
};

async function slowly(message: McpMessage, response: ServerResponse) {
  await delay(3_200, undefined, { ref: false });
  asJson(response, 200, { jsonrpc: '2.0', id: message.id, result: initializeResult(message) });
}

const unreachable = [
  { name: 'an empty answer', cause: 'answer_empty', start: raw('') },
  { name: 'an answer that is not JSON', cause: 'answer_not_json', start: raw('ready when you are') },
  {
    name: 'an answer that is not UTF-8',
    cause: 'answer_not_utf8',
    start: raw(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x80])),
  },
  {
    name: 'JSON that ends in the middle',
    cause: 'answer_truncated',
    start: raw('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-'),
  },
  { name: 'a web page in place of the answer', cause: 'web_page', start: raw('<!doctype html><p>Hello</p>') },
  { name: 'an answer with another content type', cause: 'answer_wrong_type', start: raw('ok', 'text/plain') },
  {
    name: 'an initialize answer behind a storm of pings',
    cause: 'request_storm',
    start: initialize(
      (_message, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\n'.repeat(20_000)),
    ),
  },
  {
    name: 'an initialize answer behind a storm of notifications',
    cause: 'notification_storm',
    start: initialize(
      (_message, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          // More than one call may send: a slow machine does not take too many of them in a second.
          .end('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n'.repeat(110_000)),
    ),
  },
  { name: 'JSON that is not JSON-RPC', cause: 'answer_off_protocol', start: raw('{"hello":"world"}') },
  {
    name: 'an initialize answer without its fields',
    cause: 'answer_off_protocol',
    start: initialize(() => ({ ready: true })),
  },
  {
    name: 'an initialize answer under another id',
    cause: 'answer_off_protocol',
    start: initialize((message, response) =>
      asJson(response, 200, { jsonrpc: '2.0', id: 999, result: initializeResult(message) }),
    ),
  },
  {
    name: 'an answer whose encoding differs from its header',
    cause: 'answer_encoding_wrong',
    start: initialize(
      (_message, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end('{"jsonrpc":"2.0"}'),
    ),
  },
  {
    name: 'a stream that ends without the answer',
    cause: 'answer_cut_off',
    start: raw(': bye\n\n', 'text/event-stream'),
  },
  {
    name: 'an unknown protocol revision',
    cause: 'protocol_version_unknown',
    start: initialize((message) => initializeResult(message, { protocolVersion: '1999-01-01' })),
  },
  {
    name: 'a revision other than the pinned one',
    cause: 'protocol_version_not_offered',
    saved: { protocolVersion: '2025-06-18' },
    start: initialize((message) => initializeResult(message, { protocolVersion: '2024-11-05' })),
  },
  {
    name: 'a refused notification after initialize',
    cause: 'initialized_refused',
    start: scripted({
      'notifications/initialized': (_message, response) =>
        asJson(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } }),
    }),
  },
  {
    name: 'a negotiated revision that is refused later',
    cause: 'protocol_version_header_refused',
    start: scripted(afterwards((_message, response) => asJson(response, 400, BAD_VERSION))),
  },
  {
    name: 'a session that is lost at the next request',
    cause: 'session_lost',
    start: scripted(afterwards((_message, response) => asJson(response, 404, NO_SESSION))),
  },
] satisfies Omit<BrokenServer, 'check' | 'code'>[];

/** Faults between the first request and the end of the handshake. */
export const brokenProtocol: BrokenServer[] = [
  ...unreachable.map((broken): BrokenServer => ({ ...broken, check: 'probe', code: 'SERVER_UNREACHABLE' })),
  {
    name: 'JSON-RPC that is not MCP',
    cause: 'not_mcp',
    check: 'probe',
    code: 'FEATURE_NOT_SUPPORTED',
    start: initialize((message, response) => rpcError(response, message, -32_601)),
  },
  {
    name: 'a server that rejects initialize',
    cause: 'initialize_rejected',
    check: 'probe',
    code: 'SERVER_UNREACHABLE',
    start: initialize((message, response) => rpcError(response, message, -32_603, 'The database is not configured.')),
  },
  {
    name: 'an accepted request that is never answered',
    cause: 'no_answer',
    check: 'probe',
    code: 'TIMEOUT',
    start: initialize((_message, response) => void response.writeHead(202).end()),
  },
  {
    name: 'a slow server',
    cause: 'slow',
    check: 'initialization',
    works: true,
    start: initialize((message, response) => void slowly(message, response)),
  },
  {
    name: 'a server with only the older transport',
    cause: 'wrong_transport',
    check: 'connection',
    works: true,
    start: () => startEverythingServer({ transport: 'sse' }),
  },
];
