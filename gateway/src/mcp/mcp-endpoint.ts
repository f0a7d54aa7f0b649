import type { RequestListener } from 'node:http';
import type { IRouter } from 'express';
import { NoInput } from '@assay/contract/none';
import type { Operation } from '@assay/contract/operation';
import type { Logger } from '@assay/kit/log';
import type { ApiHandler, ApiRequest, RequestLocals } from '../http/handler.ts';
import { challengeOf } from '../oauth/oauth-metadata.ts';
import type { ToolCaller } from './mcp-server.ts';
import { ownRequests } from './own-request.ts';

/** The endpoint in the words of an operation, for the guards of its requests. */
export const MCP_ENDPOINT = {
  id: 'mcp',
  access: 'key',
  method: 'POST',
  path: '/mcp',
  input: NoInput,
  admitsAgents: true,
  audience: 'mcp',
} as const;

interface McpEndpointOptions {
  operations: Operation[];
  publicUrl: string;
  /** The whole gateway: calls of tools are requests to it. */
  app: RequestListener;
  /** The handlers before the protocol itself. */
  guards: ApiHandler[];
  /** The longest message, in bytes. */
  maxBodyBytes: number;
  log: Logger;
}

/**
 * Mounts the platform as an MCP server: Streamable HTTP without sessions, in every revision that the official SDK
 * speaks. A call of a tool is the operation's own REST request, which the gateway sends to itself with the caller's
 * credential: every guard of the operation applies to it.
 */
export function mountMcp(
  router: IRouter,
  { operations, publicUrl, app, guards, maxBodyBytes, log }: McpEndpointOptions,
): void {
  // The SDK takes half a second and 40 MB, so it is loaded with the first request.
  const load = async () =>
    (await import('./mcp-server.ts')).mcpHandler({ operations, send: ownRequests(app), maxBodyBytes, log });
  let loaded: ReturnType<typeof load> | undefined;
  const speak: ApiHandler = async (req, res) => {
    loaded ??= load();
    await (
      await loaded
    )(req, res, callerOf(req, res.locals));
  };
  router.all(MCP_ENDPOINT.path, challengeOf(publicUrl, 'mcp'), ...guards, speak);
}

/** The properties that the requests of tool calls take over from the request to the endpoint. */
const callerOf = ({ headers, socket }: ApiRequest, { credential, requestId }: RequestLocals): ToolCaller => ({
  headers: {
    ...Object.fromEntries(TAKEN_OVER.map((name) => [name, headers[name]])),
    'x-request-id': requestId,
  },
  remoteAddress: socket.remoteAddress,
  agent: credential.agent,
  scopes: credential.who?.holder.scopes,
});

/** The credential, and what tells from where a request comes. */
const TAKEN_OVER = [
  'authorization',
  'cookie',
  'x-csrf-token',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'traceparent',
  'tracestate',
];
