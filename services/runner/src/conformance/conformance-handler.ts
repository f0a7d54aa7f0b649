import {
  CONFORMANCE_ENGINE,
  type ConformanceOutput,
  type ConformanceTask,
} from '@assay/contract/areas/conformance/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import { readSurface } from '@assay/inspect/read-surface';
import type { InspectedServer } from '@assay/inspect/inspected-server';
import { withSession } from '@assay/inspect/with-session';
import { keptJson } from '@assay/kit/json/kept-json';
import type { SessionInfo } from '@assay/mcp/session';
import { NEWEST_REVISION } from '../domain/conformance/scenarios.ts';
import type { InspectionDeps } from '../inspecting/inspection-handler.ts';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { savedServers } from '../sessions/saved-servers.ts';
import { subjectOf } from '../inspecting/subject-of.ts';
import { traceparentFor } from '../sessions/trace-context.ts';
import { isLocalTarget } from './local-target.ts';
import { openConformanceProxy } from './conformance-proxy.ts';
import { runSuite } from './run-suite.ts';
import { clipScenario } from './clip-scenario.ts';

/** The part of a work item's time that is reserved to build and send the answer, in milliseconds. */
const RESERVE_MS = 15_000;

/** A suite takes hundreds of megabytes: one at a time in a process. */
let isBusy = false;

/** Handles work items of kind `conformance`: runs the protocol's official suite against a server. */
export const conformanceHandler =
  ({ platform, reach, log }: InspectionDeps): WorkFunction =>
  async ({ projectId, task: input, traceparent, timeoutMs }, { signal }) => {
    const until = performance.now() + timeoutMs - RESERVE_MS;
    const task = JSON.parse(input.toString()) as ConformanceTask;
    if ((task.version as number) !== 1 || isBusy) throw new NotForUs();
    const { name, version } = CONFORMANCE_ENGINE;
    if (task.engineVersion !== version)
      throw new Problem(
        'FEATURE_NOT_SUPPORTED',
        `The runner has ${name} ${version} and was asked for ${task.engineVersion}; start another run once all runners are of one version.`,
      );
    isBusy = true;
    try {
      const [server] = await savedServers(platform, { projectId, servers: [task.server] }, signal, log);
      const subject = subjectOf(reach, server!, { signal, traceparent: traceparentFor(traceparent) });
      const output = await held(subject, task, until, signal);
      return Buffer.from(
        keptJson({
          ...output,
          scenarios: output.scenarios.map((each) => clipScenario(each, subject.hide)),
        }),
      );
    } finally {
      isBusy = false;
    }
  };

async function held(
  subject: InspectedServer,
  { suites, protocolVersion }: ConformanceTask,
  until: number,
  signal: AbortSignal,
): Promise<ConformanceOutput> {
  const { name, version } = CONFORMANCE_ENGINE;
  const unavailable = suites
    .filter((suite) => suite !== 'protocol')
    .map((suite) => ({ suite, reason: `${name} ${version} has no scenarios for ${suite}.` }));
  if (!suites.includes('protocol')) return { version: 1, unavailable, scenarios: [] };
  const { info, surface } = await look(subject);
  const proxy = await openConformanceProxy(subject.target);
  try {
    const scenarios = await runSuite(
      proxy.url,
      protocolVersion,
      { surface, isLocal: isLocalTarget(subject.target) },
      { signal, ms: Math.floor(until - performance.now()) },
    );
    // A server that speaks a newer revision than the suite knows has not failed.
    const isNewer =
      (info?.protocolVersion ?? '') > NEWEST_REVISION &&
      scenarios.some(
        ({ scenario, checks }) => scenario === 'server-initialize' && checks.some(({ status }) => status === 'FAILURE'),
      );
    if (!isNewer) return { version: 1, unavailable, scenarios };
    return {
      version: 1,
      unavailable: [
        {
          suite: 'protocol',
          reason: `The server speaks revision ${info!.protocolVersion}; ${name} ${version} knows revisions up to ${NEWEST_REVISION}.`,
        },
        ...unavailable,
      ],
      scenarios: [],
    };
  } finally {
    await proxy.close();
  }
}

/**
 * Reads the surface of the server, which decides which scenarios apply. A server that cannot be connected to ends the
 * run.
 */
async function look(subject: InspectedServer): Promise<{ info?: SessionInfo; surface: Surface | undefined }> {
  let info: SessionInfo | undefined;
  try {
    return await withSession(subject, {}, async (session) => {
      ({ info } = session);
      if (info.transport !== 'streamable-http')
        throw new Unspoken(
          'FEATURE_NOT_SUPPORTED',
          `Server "${subject.target.serverName}" speaks the older HTTP+SSE transport; the suite speaks Streamable HTTP only.`,
        );
      return { info, surface: await readSurface(session, subject.ties) };
    });
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof Unspoken || endsTheRun(error)) throw error;
    return { ...(info && { info }), surface: undefined };
  }
}

class Unspoken extends Problem {}

const endsTheRun = ({ code, details }: Problem): boolean =>
  ['OAUTH_REQUIRED', 'UNAUTHORIZED', 'FORBIDDEN', 'VALIDATION_ERROR'].includes(code) ||
  details?.['phase'] === 'connect';
