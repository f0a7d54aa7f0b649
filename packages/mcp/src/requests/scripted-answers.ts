import type { ScriptedAnswer } from '@assay/contract/areas/primitives/documents';
import { specTypeSchemas, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { invalid } from '@assay/contract/problem';
import { decliningAnswers, DeclinedError, type ServerRequestAnswers, type ServerRequestMethod } from './answers.ts';

/** A request of the server and its answer; `answer` is `{error}` where the request was refused. */
export interface ServerInteraction {
  method: ServerRequestMethod;
  params: Record<string, unknown>;
  answer: Record<string, unknown>;
}

/** Answers from a list: the first unused entry that matches. A request without a match is declined. */
export class ScriptedAnswers implements ServerRequestAnswers {
  readonly #left: { entry: ScriptedAnswer; times: number }[];
  readonly #onInteraction: (interaction: ServerInteraction) => void;

  constructor(script: readonly ScriptedAnswer[], onInteraction: (interaction: ServerInteraction) => void = () => {}) {
    this.#left = script.map((entry) => ({ entry, times: entry.times ?? 1 }));
    this.#onInteraction = onInteraction;
  }

  async answer(method: ServerRequestMethod, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    try {
      const answer = this.#scripted(method, params) ?? (await decliningAnswers.answer(method, params));
      this.#onInteraction({ method, params, answer });
      return answer;
    } catch (error) {
      if (error instanceof DeclinedError)
        this.#onInteraction({ method, params, answer: { error: { code: error.code, message: error.message } } });
      throw error;
    }
  }

  #scripted(method: ServerRequestMethod, params: Record<string, unknown>): Record<string, unknown> | undefined {
    const found = this.#left.find(
      ({ entry, times }) =>
        times > 0 && entry.method === method && textsOf(params).includes(entry.match?.message ?? ''),
    );
    if (!found) return undefined;
    found.times -= 1;
    const { entry } = found;
    if (entry.method === 'sampling/createMessage') return entry.result;
    // Only a form has content; a URL elicitation is just accepted.
    const fills = entry.action === 'accept' && params['mode'] !== 'url';
    return { action: entry.action, ...(fills && { content: { ...defaultsOf(params), ...entry.content } }) };
  }
}

/** Refuses answers that the protocol does not allow the client to send. @throws Problem that names each such answer. */
export function refuseOffProtocol(script: readonly ScriptedAnswer[]): void {
  const issues = script.flatMap((entry, at) => {
    if (entry.method !== 'sampling/createMessage') return [];
    const held = specTypeSchemas.CreateMessageResultWithTools['~standard'].validate(
      entry.result,
    ) as StandardSchemaV1.Result<unknown>;
    return (held.issues ?? []).map(({ path = [], message }) => ({
      path: pointer(['answers', at, 'result', ...path]),
      message,
    }));
  });
  if (issues.length > 0) throw invalid('An answer is not one that the protocol allows.', { issues });
}

const pointer = (path: readonly unknown[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The readable texts of a request: the message of an elicitation, the texts of a sampling request. */
function textsOf({ message, systemPrompt, messages }: Record<string, unknown>): string {
  const said = Array.isArray(messages)
    ? messages.flatMap(({ content }: { content?: unknown }) => content as { text?: unknown } | { text?: unknown }[])
    : [];
  return [message, systemPrompt, ...said.map((block) => block?.text)]
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** The default values of a form's fields. */
function defaultsOf({ requestedSchema }: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(
    (requestedSchema as { properties?: Record<string, { default?: unknown }> } | undefined)?.properties ?? {},
  );
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  );
}
