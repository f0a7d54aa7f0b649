import { CONFORMANCE_ENGINE, type ConformanceOutput, type ConformanceTask } from '@assay/contract/documents/conformance-work';
import type { Surface } from '@assay/contract/documents/surface';
import { Problem } from '@assay/contract/problem';
import { readSurface } from '@assay/inspect/read-surface';
import type { Subject } from '@assay/inspect/subject';
import { withSession } from '@assay/inspect/with-session';
import type { SessionInfo } from '@assay/mcp/session';
import { NEWEST_REVISION } from '../domain/conformance/scenarios.ts';
import type { InspectionDesk } from '../inspecting/inspecting.ts';
import { NotForUs, type JobKind } from '../jobs/run-job.ts';
import { savedServers } from '../saved-servers.ts';
import { subjectOf } from '../subject-of.ts';
import { traceparentFor } from '../trace-context.ts';
import { isLocal } from './local-target.ts';
import { openProxy } from './proxy.ts';
import { runSuite } from './run-suite.ts';

/** Jobs of kind `conformance`: holds a server against the protocol's official suite. */
export const conforming = ({ platform, reach, log }: InspectionDesk): JobKind => async ({ projectId, input, traceparent }, { signal }) => {
  const task = JSON.parse(input.toString()) as ConformanceTask;
  if (task.version as number !== 1 || task.engineVersion !== CONFORMANCE_ENGINE.version) throw new NotForUs();
  const [server] = await savedServers(platform, { projectId, servers: [task.server] }, signal, log);
  const subject = subjectOf(reach, server!, { signal, traceparent: traceparentFor(traceparent) });
  return Buffer.from(JSON.stringify(await held(subject, task, signal)));
};

async function held(subject: Subject, { suites, protocolVersion }: ConformanceTask, signal: AbortSignal): Promise<ConformanceOutput> {
  const { name, version } = CONFORMANCE_ENGINE;
  const unavailable = suites.filter((suite) => suite !== 'protocol').map((suite) => ({ suite, reason: `${name} ${version} has no scenarios for ${suite}.` }));
  if (!suites.includes('protocol')) return { version: 1, unavailable, scenarios: [] };
  const { info, surface } = await look(subject);
  const proxy = await openProxy(subject.target);
  try {
    const scenarios = await runSuite(proxy.url, protocolVersion, { surface, isLocal: isLocal(subject.target) }, signal);
    // A server that has left the suite's revisions behind is not what fails.
    const isNewer = (info?.protocolVersion ?? '') > NEWEST_REVISION && scenarios.some(({ scenario, checks }) => scenario === 'server-initialize' && checks.some(({ status }) => status === 'FAILURE'));
    if (!isNewer) return { version: 1, unavailable, scenarios };
    return { version: 1, unavailable: [{ suite: 'protocol', reason: `The server speaks revision ${info!.protocolVersion}; ${name} ${version} knows revisions up to ${NEWEST_REVISION}.` }, ...unavailable], scenarios: [] };
  } finally {
    await proxy.close();
  }
}

/** What the server offers, which decides what can be asked of it. One that cannot be talked to at all ends the run. */
async function look(subject: Subject): Promise<{ info?: SessionInfo; surface: Surface | undefined }> {
  let info: SessionInfo | undefined;
  try {
    return await withSession(subject, {}, async (session) => {
      ({ info } = session);
      if (info.transport !== 'streamable-http') throw new Unspoken('FEATURE_NOT_SUPPORTED', `Server "${subject.target.serverName}" speaks the older HTTP+SSE transport; the suite speaks Streamable HTTP only.`);
      return { info, surface: await readSurface(session, subject.ties) };
    });
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof Unspoken || endsTheRun(error)) throw error;
    return { ...(info && { info }), surface: undefined };
  }
}

class Unspoken extends Problem {}

const endsTheRun = ({ code, details }: Problem): boolean => ['OAUTH_REQUIRED', 'UNAUTHORIZED', 'FORBIDDEN', 'VALIDATION_ERROR'].includes(code) || details?.['phase'] === 'connect';
