import type { EvalIteration } from '@assay/contract/areas/iterations/documents';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { waitUntil } from '@assay/testkit/until';

export interface ApiAnswer<Body> {
  status: number;
  headers: Headers;
  bytes: Buffer;
  body: Body;
}
export interface ApiPage<Item> {
  items: Item[];
  nextCursor?: string;
}
export interface ApiFailure {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

const LIMIT_MS = 30_000;
const isRaw = (body: object | string): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;
const OVER = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** The public API as a caller sees it: paths below `/api/v1`, or below the caller's project. */
export class Api {
  readonly #origin: string;
  readonly #key: string | undefined;
  readonly #limitMs: number;
  projectId = '';

  constructor(origin: string, key?: string, limitMs = LIMIT_MS) {
    this.#origin = origin;
    this.#key = key;
    this.#limitMs = limitMs;
  }

  /** The same caller with a longer timeout. */
  waiting(limitMs: number): Api {
    return Object.assign(new Api(this.#origin, this.#key, limitMs), { projectId: this.projectId });
  }

  /** Sends a request and returns the answer with any status. A text and bytes are sent unchanged. */
  async send<Body = unknown>(
    method: string,
    path: string,
    body?: object | string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<ApiAnswer<Body>> {
    const limit = AbortSignal.timeout(this.#limitMs);
    const response = await fetch(`${this.#origin}/api/v1${path}`, {
      method,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        'content-type': 'application/json',
        ...(this.#key && { authorization: `Bearer ${this.#key}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, body: JSON.parse(bytes.toString()) as Body };
  }

  /** The body of a successful request; throws the answer of any other. */
  async ask<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.send<Body>(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes.toString()}`);
    return answer.body;
  }

  /** Sends a request about the caller's project. */
  inProject<Body = unknown>(method: string, path: string, body?: object | string): Promise<ApiAnswer<Body>> {
    return this.send(method, `/projects/${this.projectId}${path}`, body);
  }

  get<Body>(path: string): Promise<Body> {
    return this.ask('GET', `/projects/${this.projectId}${path}`);
  }

  post<Body>(path: string, body?: object): Promise<Body> {
    return this.ask('POST', `/projects/${this.projectId}${path}`, body);
  }

  patch<Body>(path: string, body: object): Promise<Body> {
    return this.ask('PATCH', `/projects/${this.projectId}${path}`, body);
  }

  remove<Body>(path: string): Promise<Body> {
    return this.ask('DELETE', `/projects/${this.projectId}${path}`);
  }

  /** Sends a zip about the caller's project; throws unless it succeeds. */
  async pushZip<Body>(path: string, zip: Uint8Array): Promise<Body> {
    const bytes = new Uint8Array(zip);
    const answer = await this.send<Body>('POST', `/projects/${this.projectId}${path}`, bytes, {
      'content-type': 'application/zip',
    });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.bytes.toString()}`);
    return answer.body;
  }

  /** Saves a server that is reached over HTTP; returns its id. */
  async saveServer(name: string, url: string, more: object = {}): Promise<string> {
    return (await this.post<{ id: string }>('/servers', { name, url, enabled: true, transportType: 'http', ...more }))
      .id;
  }

  async startRun(body: object): Promise<string> {
    return (await this.post<{ runId: string }>('/eval-runs', body)).runId;
  }

  run(runId: string): Promise<EvalRun> {
    return this.get(`/eval-runs/${runId}`);
  }

  finishedRun(runId: string, timeoutMs = 20_000): Promise<EvalRun> {
    return waitUntil(async () => {
      const run = await this.run(runId);
      return OVER.has(run.status) && run;
    }, timeoutMs);
  }

  async iterations(runId: string): Promise<EvalIteration[]> {
    return (await this.get<ApiPage<EvalIteration>>(`/eval-runs/${runId}/iterations?limit=200`)).items;
  }
}

/** The API of an installation, for its first project. */
export async function openApi(origin: string, key: string): Promise<Api> {
  const api = new Api(origin, key);
  api.projectId = (await api.ask<ApiPage<{ id: string }>>('GET', '/projects')).items[0]!.id;
  return api;
}

export const toolCall = (id: string, serverName: string, toolName: string, args: object = {}) => ({
  id,
  kind: 'toolCall',
  serverName,
  toolName,
  arguments: args,
});
export const assertStep = (id: string, expected: object) => ({ id, kind: 'assert', assertion: expected });
