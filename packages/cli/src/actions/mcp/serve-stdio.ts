import type { mcpInput } from '../../commands/mcp.ts';
import type { Action } from '../../declare/command.ts';
import { CommandFailure } from '../../command-failure.ts';
import type { OpenPlatform } from '../../platform/open-platform.ts';
import { explainFailure } from '../../platform/explain-failure.ts';
import { answersIn } from './answers.ts';

/** A message of JSON-RPC, as far as it is looked at. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { protocolVersion?: unknown };
}

/** JSON-RPC's codes: the message is no JSON, and the server failed. */
const [PARSE_ERROR, INTERNAL_ERROR] = [-32700, -32603];

/**
 * Passes each line of standard input to the MCP endpoint of the platform, and each message of an answer back as a line,
 * several requests at a time. Ends when the input has ended and every request is answered.
 */
export const serveStdio: Action<typeof mcpInput> = async ({ terminal, platform, interrupted }) => {
  const endpoint = new Endpoint(await platform(), interrupted);
  const underWay = new Set<Promise<void>>();
  const tell = (message: unknown): void => terminal.out(`${JSON.stringify(message)}\n`);
  for await (const line of terminal.lines()) {
    if (line.trim() === '') continue;
    const passed = pass(endpoint, line, tell).finally(() => underWay.delete(passed));
    underWay.add(passed);
    // The agent sends nothing else before the answer, and it decides the version of what follows.
    if (!endpoint.isInitialized) await passed;
  }
  await Promise.all(underWay);
};

async function pass(endpoint: Endpoint, line: string, tell: (message: unknown) => void): Promise<void> {
  const message = parsed(line);
  if (message === undefined) {
    tell({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'The line is no JSON.' } });
    return;
  }
  try {
    for await (const answer of endpoint.send(message, line)) tell(answer);
  } catch (error) {
    const told = endpoint.explain(error);
    if (message.id !== undefined)
      tell({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: told } });
  }
}

function parsed(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

/** The MCP endpoint of a platform: Streamable HTTP without sessions. */
class Endpoint {
  readonly #platform: OpenPlatform;
  readonly #interrupted: AbortSignal;
  #version: string | undefined;
  isInitialized = false;

  constructor(platform: OpenPlatform, interrupted: AbortSignal) {
    this.#platform = platform;
    this.#interrupted = interrupted;
  }

  async *send({ id, method, params }: Message, line: string): AsyncGenerator {
    const { url, transport, authorization } = this.#platform;
    const response = await transport.fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: await authorization(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
      },
      body: line,
      redirect: 'manual',
      signal: this.#interrupted,
    });
    for await (const answer of answersIn(response)) {
      if (method === 'initialize') this.#version = versionIn(answer) ?? String(params?.protocolVersion);
      yield answer;
    }
    if (method !== undefined && id !== undefined) this.isInitialized = true;
  }

  /** The failure of a request in one sentence. */
  explain(error: unknown): string {
    const { chosen, transport } = this.#platform;
    const told = explainFailure(error, { chosen, transport });
    if (told instanceof CommandFailure) return [told.message, ...told.hints].join(' ');
    return told instanceof Error ? told.message : 'The platform did not answer.';
  }
}

function versionIn(answer: unknown): string | undefined {
  const { result } = (answer ?? {}) as { result?: { protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}
