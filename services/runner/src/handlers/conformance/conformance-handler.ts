import {
  CONFORMANCE_ENGINE,
  type ConformanceOutput,
  type ConformanceTask,
  type ScenarioResult,
} from '@assay/contract/areas/conformance/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { readPages } from '@assay/inspect/read-pages';
import type { InspectedServer } from '@assay/inspect/inspected-server';
import { withSession } from '@assay/inspect/with-session';
import { keptJson } from '@assay/kit/json/kept-json';
import type { SessionInfo } from '@assay/mcp/session';
import type { ServerTarget } from '@assay/mcp/target';
import type { ServerFacts } from '../../domain/conformance/applicability.ts';
import { STATELESS_REVISION } from '../../domain/conformance/protocol-scenario.ts';
import { NEWEST_OFFICIAL_REVISION, officialArea, scenariosOf } from '../../domain/conformance/scenarios.ts';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { subjectOf, type SubjectDeps } from '../../reach/sessions/subject-of.ts';
import { isLocalTarget } from './local-target.ts';
import { openConformanceProxy } from './conformance-proxy.ts';
import { openHttpWire } from './http-wire.ts';
import { openStdioWire } from './stdio-wire.ts';
import { offeredRevision, playScenarios, type TestedServer } from './play-scenarios.ts';
import { runSuite } from './run-suite.ts';
import { clipScenario } from './clip-scenario.ts';

/** The part of a work item's time that is reserved to build and send the answer, in milliseconds. */
const RESERVE_MS = 15_000;

/** The time for the scenarios of our own, in milliseconds; the official suite has the rest. */
const OWN_MS = 90_000;

/** A suite takes hundreds of megabytes: one at a time in a process. */
let isBusy = false;

/** Handles work items of kind `conformance`: the official suite and our own scenarios against a server. */
export const conformanceHandler =
  (deps: SubjectDeps): WorkFunction =>
  async (item, { signal }) => {
    const until = performance.now() + item.timeoutMs - RESERVE_MS;
    const task = JSON.parse(item.task.toString()) as ConformanceTask;
    if ((task.version as number) !== 1 || isBusy) throw new NotForUs();
    const { name, version } = CONFORMANCE_ENGINE;
    if (task.engineVersion !== version)
      throw new Problem(
        'FEATURE_NOT_SUPPORTED',
        `The runner has ${name} ${version} and was asked for ${task.engineVersion}; start another run once all runners are of one version.`,
      );
    isBusy = true;
    try {
      const { subject } = await subjectOf(deps, item, task.server, signal);
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
  { suites, protocolVersion, scenarios: only }: ConformanceTask,
  until: number,
  signal: AbortSignal,
): Promise<ConformanceOutput> {
  const { target } = subject;
  const startedAt = performance.now();
  const { info, surface } = await look(subject);
  const spoken = info?.protocolVersion;
  const server: TestedServer = {
    open: async () => (target.command ? openStdioWire(target, signal) : openHttpWire(target, signal)),
    facts: {
      transport: target.command ? 'stdio' : 'http',
      revision: protocolVersion ?? spoken ?? NEWEST_OFFICIAL_REVISION,
      surface,
      isLocal: !target.command && isLocalTarget(target),
    },
    until: Math.min(until, performance.now() + OWN_MS),
  };
  const own = await playScenarios({ ...server, unspoken: await unspokenReason(server, spoken) }, suites, only);
  const durationMs = () => performance.now() - startedAt;
  const isWanted = ({ scenario }: Pick<ScenarioResult, 'scenario'>) => !only || only.includes(scenario);
  const named = scenariosOf(protocolVersion).map(({ name }) => ({ scenario: name, area: officialArea(name) }));
  if (!suites.includes('protocol') || !named.some(isWanted))
    return { version: 1, scenarios: own, durationMs: durationMs() };
  const gap = await officialGap(server, protocolVersion, spoken);
  const official =
    gap === undefined
      ? await runOfficialSuite(target, protocolVersion, server.facts, {
          signal,
          ms: Math.floor(until - performance.now()),
        })
      : named.map((scenario): ScenarioResult => ({
          suite: 'protocol',
          ...scenario,
          status: 'notApplicable',
          reason: gap,
          checks: [],
        }));
  return { version: 1, scenarios: [...official.filter(isWanted), ...own], durationMs: durationMs() };
}

async function runOfficialSuite(
  target: ServerTarget,
  protocolVersion: string | undefined,
  ...rest: [facts: ServerFacts, within: { signal: AbortSignal; ms: number }]
): Promise<ScenarioResult[]> {
  const proxy = await openConformanceProxy(target);
  try {
    return await runSuite(proxy.url, protocolVersion, ...rest);
  } finally {
    await proxy.close();
  }
}

/** Why the wanted revision cannot be tested; `spoken` is what the server negotiated, if it could be connected to. */
async function unspokenReason(server: TestedServer, spoken: string | undefined): Promise<string | undefined> {
  const { revision } = server.facts;
  if (spoken === undefined || spoken === revision) return undefined;
  const offered = revision < STATELESS_REVISION ? ((await offeredRevision(server, revision)) ?? spoken) : spoken;
  return offered === revision ? undefined : `The server speaks revision ${offered}, and not ${revision}.`;
}

/** Why no scenario of the official suite applies. */
async function officialGap(
  server: TestedServer,
  protocolVersion: string | undefined,
  spoken: string | undefined,
): Promise<string | undefined> {
  const suite = `${CONFORMANCE_ENGINE.name} ${CONFORMANCE_ENGINE.version}`;
  if (server.facts.transport === 'stdio') return `The server is a command; ${suite} speaks to servers over HTTP only.`;
  if (protocolVersion !== undefined && protocolVersion > NEWEST_OFFICIAL_REVISION)
    return `${suite} has no scenarios for revision ${protocolVersion}.`;
  if (spoken === undefined || spoken <= NEWEST_OFFICIAL_REVISION) return undefined;
  return (await offeredRevision(server, NEWEST_OFFICIAL_REVISION)) === undefined
    ? `The server speaks revision ${spoken} only; ${suite} knows revisions up to ${NEWEST_OFFICIAL_REVISION}.`
    : undefined;
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
      if (info.transport === 'sse')
        throw new Unspoken(
          'FEATURE_NOT_SUPPORTED',
          `Server "${subject.target.serverName}" speaks the older HTTP+SSE transport; conformance is tested over Streamable HTTP only.`,
        );
      return { info, surface: (await readPages(session, subject.ties)).surface };
    });
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof Unspoken || endsTheRun(error)) throw error;
    return { ...given({ info }), surface: undefined };
  }
}

class Unspoken extends Problem {}

const endsTheRun = ({ code, details }: Problem): boolean =>
  ['OAUTH_REQUIRED', 'UNAUTHORIZED', 'FORBIDDEN', 'VALIDATION_ERROR'].includes(code) ||
  details?.['phase'] === 'connect';
