import { waitUntil } from '@assay/testkit/until';
import type { RecordedRequest, RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';
import type { Api } from '../support/api.ts';
import type { Span, TracedPlatform } from './traced-platform.ts';

interface TracedSetup {
  platform: TracedPlatform;
  api: Api;
  /** The way to the saved server `everything`. */
  proxy: RecordingProxy;
  serverId: string;
}

/**
 * Launches a run with one call of a tool in a trace of its own, and checks that the trace leads from the request of the
 * gateway to the work of the runner. Answers that span, and the call as it reached the MCP server.
 */
export async function launchTraced({
  platform,
  api,
  proxy,
  serverId,
}: TracedSetup): Promise<{ traceId: string; work: Span; call: RecordedRequest }> {
  const call = { id: 'call', kind: 'toolCall' as const, serverName: 'everything', toolName: 'get-sum' };
  const steps = [{ ...call, arguments: { a: 2, b: 40 } }];
  const { projectId } = api;
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId },
    { name: 'traced', serverIds: [serverId], tests: [{ title: 'sums', steps }] },
  );
  const { headers, traceId, spanAndAncestors } = platform.newRequest();
  const body = JSON.stringify({ suiteId });
  await api.fetch(`/api/v1/projects/${projectId}/eval-runs`, { method: 'POST', headers, body });
  const [work, ...above] = await spanAndAncestors('work iteration');
  expect(above.at(-1)!.name).toBe('POST /projects/:projectId/eval-runs');
  const called = await waitUntil(() =>
    proxy.requests.find(
      (request) => request.message.method === 'tools/call' && request.headers.traceparent?.includes(traceId),
    ),
  );
  return { traceId, work: work!, call: called };
}
