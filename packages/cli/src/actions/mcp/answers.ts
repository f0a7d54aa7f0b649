import { ConnectionFailure, Problem } from '@assay/sdk';

/** The messages of an answer: one of JSON, each event of a stream, or none. Throws the refusal of the platform. */
export async function* answersIn(response: Response): AsyncGenerator {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) {
    const body = parsed(await response.text());
    // A refusal of the protocol itself is a message for the agent.
    if (isMessage(body)) yield body;
    else throw new Problem({ operationId: 'mcp', status: response.status, headers: response.headers, body });
  } else if (type.startsWith('text/event-stream')) yield* eventsIn(response);
  else {
    const text = await response.text();
    if (text === '') return;
    const body = parsed(text);
    if (!isMessage(body) && !Array.isArray(body))
      throw new ConnectionFailure('unreadable', 'mcp', 'the answer is no message of MCP.');
    yield body;
  }
}

/** The data of each server-sent event. */
async function* eventsIn({ body }: Response): AsyncGenerator {
  let rest = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split(/\r?\n\r?\n/);
    rest = events.pop()!;
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n');
      const message = parsed(data);
      if (message !== undefined) yield message;
    }
  }
}

const isMessage = (value: unknown): boolean => typeof value === 'object' && value !== null && 'jsonrpc' in value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
