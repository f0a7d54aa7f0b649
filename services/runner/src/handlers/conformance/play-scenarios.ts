import type { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import type { ScenarioResult } from '@assay/contract/areas/conformance/work';
import { given } from '@assay/contract/given';
import { notApplicable, type ScenarioSkip } from '../../domain/conformance/applicability.ts';
import { OWN_SCENARIOS } from '../../domain/conformance/own-scenarios.ts';
import {
  resultOf,
  scenarioGap,
  shownReply,
  type ProtocolScenario,
  type ScenarioFacts,
  type ScenarioReply,
  type ScenarioRequest,
} from '../../domain/conformance/protocol-scenario.ts';
import {
  bodiless,
  harmlessRequest,
  initializeRequest,
  isStateless,
  rpcNotification,
} from '../../domain/conformance/scenario-requests.ts';
import { checkOf, type ScenarioExchange } from './scenario-check.ts';
import type { ScenarioWire } from './scenario-wire.ts';

/** Statuses of a server, or of a proxy before it, that has no time for us: they say nothing about conformance. */
const BUSY = new Set([429, 502, 503, 504]);

/** A server under test. */
export interface TestedServer {
  /** Opens a way to the server; over HTTP without a request, otherwise by starting the command. */
  open(): Promise<ScenarioWire>;
  facts: Omit<ScenarioFacts, 'sessionId'>;
  /** When no further scenario is begun, on the clock of `performance.now()`. */
  until: number;
  /** Why the revision of `facts` cannot be tested. */
  unspoken?: string | undefined;
}

/** A way to the server with an open session, or the reason why there is none. */
type OpenSession =
  | { wire: ScenarioWire; facts: ScenarioFacts }
  | { wire: ScenarioWire; fault: ScenarioSkip; isUnreachable: boolean };

/**
 * Plays the scenarios of our own against a server; a result for each scenario of the suites. Other errors than those of
 * the server are thrown.
 */
export async function playScenarios(
  server: TestedServer,
  suites: ConformanceSuite[],
  only?: readonly string[],
): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  let open: OpenSession | undefined;
  try {
    for (const scenario of OWN_SCENARIOS) {
      const suite = scenario.suite ?? 'protocol';
      if (!suites.includes(suite) || (only && !only.includes(scenario.id))) continue;
      const named = { suite, scenario: scenario.id, title: scenario.title, area: scenario.area };
      const skip = skipOf(scenario, server);
      if (skip) {
        results.push({ ...named, ...skip, checks: [] });
        continue;
      }
      if (scenario.isUninitialized) {
        results.push({ ...named, ...(await playAlone(scenario, server)) });
        continue;
      }
      open ??= await begin(server);
      if ('fault' in open && open.isUnreachable) blameLast(results);
      const played = 'fault' in open ? { ...open.fault, checks: [] } : await play(scenario, open.wire, open.facts);
      results.push({ ...named, ...played });
      // A session that a scenario has upset is not held against the next one.
      if (!('fault' in open) && (open.wire.isOver() || hasFailed(played))) {
        await end(open);
        open = undefined;
      }
    }
    return results;
  } finally {
    if (open) await end(open);
  }
}

/** The server is gone: the last scenario that was played has ended it, if its connection broke. */
function blameLast(results: ScenarioResult[]): void {
  const last = results.findLast(({ checks }) => checks.length > 0);
  if (last && isBroken(last) && !results.some(({ endedServer }) => endedServer)) last.endedServer = true;
}

const isBroken = ({ checks }: ScenarioResult): boolean =>
  checks.some(({ details }) => {
    const { exchanges = [] } = (details ?? {}) as { exchanges?: { answer: { failure?: string } }[] };
    return exchanges.at(-1)?.answer.failure !== undefined;
  });

const hasFailed = ({ checks }: Pick<ScenarioResult, 'checks'>): boolean =>
  checks.some(({ status }) => status === 'FAILURE');

function skipOf(scenario: ProtocolScenario, { facts, unspoken, until }: TestedServer): ScenarioSkip | undefined {
  if (unspoken !== undefined) return notApplicable(unspoken);
  const gap = scenarioGap(scenario, facts);
  if (gap || performance.now() <= until) return gap;
  return { status: 'couldNotRun', reason: 'The time of the run was over before this scenario.' };
}

async function playAlone(scenario: ProtocolScenario, { open, facts }: TestedServer) {
  const wire = await open();
  try {
    return await play(scenario, wire, facts);
  } finally {
    await wire.close();
  }
}

/** Opens a wire, and a session on it where the revision has sessions. */
async function begin({ open, facts }: TestedServer): Promise<OpenSession> {
  const wire = await open();
  if (isStateless(facts)) {
    const { failure } = await wire.send(harmlessRequest(facts));
    return failure === undefined
      ? { wire, facts }
      : { wire, fault: unanswered('server/discover', failure), isUnreachable: true };
  }
  const reply = await answerOf(wire, initializeRequest(facts.revision));
  const version = resultOf(reply)?.['protocolVersion'];
  if (version !== facts.revision) {
    const answer = version === undefined ? shownReply(reply) : JSON.stringify(version);
    return { wire, fault: unanswered('initialize', answer), isUnreachable: reply.failure !== undefined };
  }
  const sessionId = reply.headers['mcp-session-id'];
  const opened = { ...facts, ...given({ sessionId }) };
  await wire.send(rpcNotification(opened, 'notifications/initialized'));
  return { wire, facts: opened };
}

const unanswered = (method: string, answer: string): ScenarioSkip => ({
  status: 'couldNotRun',
  reason: `${method} was answered with ${answer}.`,
});

async function end(open: OpenSession): Promise<void> {
  if ('facts' in open && open.facts.sessionId !== undefined)
    await open.wire.send({ ...bodiless(open.facts, 'DELETE'), awaits: null }).catch(() => {});
  await open.wire.close();
}

async function answerOf(wire: ScenarioWire, request: ScenarioRequest): Promise<ScenarioReply> {
  const reply = await wire.send(request);
  return { ...reply, ...given({ awaits: request.awaits }) };
}

async function play(
  scenario: ProtocolScenario,
  wire: ScenarioWire,
  facts: ScenarioFacts,
): Promise<Pick<ScenarioResult, 'status' | 'reason' | 'checks' | 'durationMs'>> {
  const startedAt = performance.now();
  const exchanges: ScenarioExchange[] = [];
  const requests = scenario.play(facts);
  let step = requests.next();
  while (!step.done) {
    const reply = await answerOf(wire, step.value);
    exchanges.push({ request: step.value, reply });
    if (BUSY.has(reply.status ?? 0))
      return { status: 'couldNotRun', reason: `The server answered with HTTP status ${reply.status}.`, checks: [] };
    step = requests.next(reply);
  }
  const finding = step.value;
  if (finding?.status === 'notApplicable') return { ...finding, checks: [] };
  return {
    checks: [checkOf(scenario, facts.revision, finding, exchanges)],
    durationMs: performance.now() - startedAt,
  };
}

/** The revision that the server offers to a client of an older revision; undefined when it refuses the handshake. */
export async function offeredRevision({ open }: TestedServer, wanted: string): Promise<string | undefined> {
  const wire = await open();
  try {
    const offered = resultOf(await answerOf(wire, initializeRequest(wanted)))?.['protocolVersion'];
    return typeof offered === 'string' ? offered : undefined;
  } finally {
    await wire.close();
  }
}
