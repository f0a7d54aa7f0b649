import {
  createClient,
  Problem,
  type Answer,
  type AssayClient,
  type EvalIteration,
  type EvalIterationTrace,
  type EvalRun,
  type EvalStepAssertion,
} from '@assay/sdk';
import { waitUntil } from '@assay/testkit/until';

const LIMIT_MS = 30_000;
export const OVER = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** An API key of a caller, with the project that tests of it are about. */
export class Api {
  readonly #url: string;
  readonly #key: string | undefined;
  readonly #timeoutMs: number;
  /** Calls operations; a failed request is not repeated. */
  readonly assay: AssayClient;
  projectId = '';

  constructor(url: string, key?: string, timeoutMs = LIMIT_MS) {
    this.#url = url;
    this.#key = key;
    this.#timeoutMs = timeoutMs;
    this.assay = createClient({ url, credential: key, timeoutMs, retries: 0 });
  }

  /** The same caller with a longer timeout. */
  waiting(timeoutMs: number): Api {
    return Object.assign(new Api(this.#url, this.#key, timeoutMs), { projectId: this.projectId });
  }

  /** The same caller, for tests about another project. */
  inProject(projectId: string): Api {
    return Object.assign(new Api(this.#url, this.#key, this.#timeoutMs), { projectId });
  }

  /** Sends a request as it is, for tests about HTTP itself. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== undefined) headers.set('authorization', `Bearer ${this.#key}`);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return fetch(`${this.#url}${path}`, { signal: AbortSignal.timeout(this.#timeoutMs), ...init, headers });
  }

  /** Saves a server that is reached over HTTP; returns its id. */
  async saveServer(name: string, url: string, more: object = {}): Promise<string> {
    const server = { name, url, enabled: true, transportType: 'http', ...more } as const;
    return (await this.assay.createProjectServer({ projectId: this.projectId }, server)).id;
  }

  async startRun(body: Parameters<AssayClient['createEvalRun']>[1]): Promise<string> {
    return (await this.assay.createEvalRun({ projectId: this.projectId }, body)).runId;
  }

  run(runId: string): Promise<EvalRun> {
    return this.assay.getEvalRun({ projectId: this.projectId, runId });
  }

  finishedRun(runId: string, timeoutMs = 20_000): Promise<EvalRun> {
    return waitUntil(async () => {
      const run = await this.run(runId);
      return OVER.has(run.status) && run;
    }, timeoutMs);
  }

  trace(runId: string, iterationId: string): Promise<EvalIterationTrace> {
    return this.assay.getEvalIterationTrace({ projectId: this.projectId, runId, iterationId });
  }

  async iterations(runId: string): Promise<EvalIteration[]> {
    const { assay, projectId } = this;
    return (await assay.listEvalRunIterations({ projectId, runId }, { limit: 200 })).items;
  }
}

/** The API of an installation, for its first project. */
export async function openApi(url: string, key: string): Promise<Api> {
  const api = new Api(url, key);
  const { items } = await api.assay.listProjects();
  return Object.assign(api, { projectId: items[0]!.id });
}

/** The status and the body of an answer, with the fields of a refusal. */
export interface MetAnswer<Reply> {
  status: number;
  body: Reply & { code?: string; message?: string; details?: Record<string, unknown> };
  requestId: string | undefined;
  /** In seconds, of a refusal that is worth another try. */
  retryAfter?: number | undefined;
}

/** The answer of a call, of one that is refused, too. */
export async function answerOf<Reply>(call: Promise<Answer<Reply>>): Promise<MetAnswer<Reply>> {
  try {
    const { status, data: body, requestId } = await call;
    return { status, body: body as MetAnswer<Reply>['body'], requestId };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, body, requestId, retryAfter } = error;
    return { status, body: body as MetAnswer<Reply>['body'], requestId, retryAfter };
  }
}

/** The body of an answer that must have this status, or of such a refusal. */
export async function met<Reply>(status: number, call: Promise<Answer<Reply>>): Promise<MetAnswer<Reply>['body']> {
  const answer = await answerOf(call);
  expect([status, answer.body]).toEqual([answer.status, answer.body]);
  return answer.body;
}

/** The answer of a tool of a server, which has the fields that the tool gives it. */
export const callOf = <Result = unknown>(api: Api, serverId: string, toolName: string, parameters = {}) =>
  answerOf(
    api.assay.callTool.withResponse({ projectId: api.projectId, serverId }, { toolName, parameters }) as Promise<
      Answer<Result>
    >,
  );

export const toolCall = (id: string, serverName: string, toolName: string, args: Record<string, unknown> = {}) =>
  ({ id, kind: 'toolCall', serverName, toolName, arguments: args }) as const;
export const assertStep = (id: string, assertion: EvalStepAssertion) => ({ id, kind: 'assert', assertion }) as const;
