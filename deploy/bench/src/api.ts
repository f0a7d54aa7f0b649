/** A client of an installation's public API, for one project. */
export interface BenchApi {
  origin: string;
  headers: { authorization: string };
  projectId: string;
  /** Sends a request and returns the body; throws unless the status is a success. */
  bytes(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>): Promise<Buffer>;
  json<Document>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Document>;
}

const TIMEOUT_MS = 60_000;

export async function openApi(origin: string, apiKey: string): Promise<BenchApi> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const bytes: BenchApi['bytes'] = async (method, path, body, more) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json', ...more },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${answer.toString().slice(0, 400)}`);
    return answer;
  };
  const json = async <Document>(...call: Parameters<BenchApi['bytes']>) =>
    JSON.parse((await bytes(...call)).toString()) as Document;
  const {
    items: [project],
  } = await json<{ items: { id: string }[] }>('GET', '/projects');
  return {
    origin,
    headers,
    projectId: project!.id,
    bytes,
    json,
  };
}

/** Saves an MCP server in the project; returns its id. */
export async function saveServer(api: BenchApi, name: string, url: string): Promise<string> {
  return (
    await api.json<{ id: string }>('POST', `/projects/${api.projectId}/servers`, {
      name,
      url,
      enabled: true,
      transportType: 'http',
    })
  ).id;
}
