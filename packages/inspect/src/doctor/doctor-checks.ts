import { CUT } from '@assay/contract/areas/servers/secret-values';
import type { DoctorCheck, InitInfo } from '@assay/contract/areas/diagnosis/documents';
import { given } from '@assay/contract/given';
import type { Problem } from '@assay/contract/problem';
import { diagnoseCause, diagnosisOf, type Diagnosis } from '@assay/mcp/diagnosis/diagnosis';
import type { DoctorFindings, ListName, ListOutcome } from './findings.ts';

/** A check with its status, a detail if there is one, and the problem if it failed. */
export interface CheckOutcome extends Pick<DoctorCheck, 'status' | 'detail' | 'durationMs'> {
  diagnosis?: Diagnosis;
  problem?: Problem;
}
export type DoctorChecks = Record<'probe' | 'connection' | 'initialization' | 'capabilities' | ListName, CheckOutcome>;

/** A step is slow from this duration on, in milliseconds. */
const SLOW_MS = 3_000;
/** At most this much of a server's name and version is quoted, in characters. */
const MAX_NAME = 200;
/** At most this much of the names of capabilities is quoted, in characters. */
const MAX_CAPABILITIES = 1_000;

const NAMES: Record<ListName, [one: string, many: string]> = {
  tools: ['tool', 'tools'],
  resources: ['resource', 'resources'],
  resourceTemplates: ['resource template', 'resource templates'],
  prompts: ['prompt', 'prompts'],
};

const ok = (detail: string, durationMs?: number, diagnosis?: Diagnosis): CheckOutcome => ({
  status: 'ok',
  detail,
  ...timed(durationMs),
  ...given({ diagnosis }),
});
const skipped = (detail: string, diagnosis?: Diagnosis): CheckOutcome => ({
  status: 'skipped',
  detail,
  ...given({ diagnosis }),
});
const failed = (problem: Problem, durationMs?: number): CheckOutcome => ({
  status: 'error',
  detail: problem.message,
  ...timed(durationMs),
  diagnosis: diagnosisOf(problem),
  problem,
});
const timed = (durationMs: number | undefined) =>
  durationMs === undefined ? {} : { durationMs: Math.round(durationMs) };
const slow = (elapsedMs: number | undefined, method?: string) =>
  elapsedMs !== undefined && elapsedMs > SLOW_MS
    ? diagnoseCause('slow', { elapsedMs: Math.round(elapsedMs), ...given({ method }) })
    : undefined;

/** The eight checks of the report. */
export function doctorChecks(findings: DoctorFindings): DoctorChecks {
  const { connection } = findings;
  const info = connection && 'value' in connection ? connection.value : undefined;
  return {
    probe: probe(findings),
    connection: connected(findings),
    initialization: info ? initialization(info, findings) : skipped('There is no connection.'),
    capabilities: info
      ? ok(cut(Object.keys(info.capabilities).toSorted().join(', '), MAX_CAPABILITIES) || 'None declared.', 0)
      : skipped('There is no connection.'),
    tools: list('tools', findings),
    resources: list('resources', findings),
    resourceTemplates: list('resourceTemplates', findings),
    prompts: list('prompts', findings),
  };
}

function probe({ probe: outcome, hasCredential, oauth, connection }: DoctorFindings): CheckOutcome {
  if (!outcome) return skipped('A command has no address to probe.');
  const { durationMs } = outcome;
  if ('value' in outcome)
    return ok(
      `Answers over ${outcome.value.transport} in revision ${outcome.value.protocolVersion}.`,
      durationMs,
      slow(durationMs),
    );
  const { problem } = outcome;
  if (problem.code === 'OAUTH_REQUIRED')
    return ok('Asks for an OAuth grant.', durationMs, aboutGrant(problem, oauth, connection));
  // A server with credentials is supposed to refuse requests without them.
  if (hasCredential && (problem.code === 'UNAUTHORIZED' || problem.code === 'FORBIDDEN'))
    return ok('Requires credentials.', durationMs);
  return failed(problem, durationMs);
}

/** The check of the OAuth grant; undefined when all is in order. */
function aboutGrant(
  problem: Problem,
  oauth: DoctorFindings['oauth'],
  connection: DoctorFindings['connection'],
): Diagnosis | undefined {
  const found = diagnosisOf(problem);
  const faults = oauth?.faults ?? [];
  if (faults.length > 0) return diagnoseCause('oauth_metadata_faulty', { ...found.evidence, faults });
  return connection && 'value' in connection ? undefined : found;
}

function connected({ connection: outcome, timing, advice }: DoctorFindings): CheckOutcome {
  if (!outcome) return skipped('An OAuth grant is needed first.');
  if ('problem' in outcome) return failed(outcome.problem, outcome.durationMs);
  return ok(`Connected over ${outcome.value.transport}.`, timing?.firstAnswerMs, advice ?? slow(timing?.firstAnswerMs));
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}${CUT}` : text);

function initialization(
  { protocolVersion, otherVersions = [], serverInfo }: InitInfo,
  { timing }: DoctorFindings,
): CheckOutcome {
  const name = serverInfo
    ? cut(`${String(serverInfo['name'])} ${String(serverInfo['version'])}`, MAX_NAME)
    : 'A server without a name';
  return ok(
    `${name}, revision ${protocolVersion}.${otherVersions.length > 0 ? cut(` It serves ${otherVersions.join(', ')} at this address, too.`, MAX_NAME) : ''}`,
    timing && timing.totalMs - timing.firstAnswerMs,
    slow(timing?.totalMs, 'initialize'),
  );
}

function list(name: ListName, { lists, undeclared }: DoctorFindings): CheckOutcome {
  if (!lists) return skipped('There is no connection.');
  const outcome: ListOutcome<unknown[]> | undefined = lists[name];
  const [one, many] = NAMES[name];
  const absent = `The server does not offer ${many}.`;
  if (!outcome)
    return undeclared?.[name]
      ? skipped(`The server does not declare ${many}, and serves them.`, undeclared[name])
      : skipped(absent);
  const { durationMs, slowestMs } = outcome;
  if ('value' in outcome) {
    if (outcome.flaw) return failed(outcome.flaw, durationMs);
    const { length } = outcome.value;
    return ok(`${length} ${length === 1 ? one : many}.`, durationMs, slow(slowestMs));
  }
  // Templates have no capability of their own, so a server with resources may lack them.
  if (name === 'resourceTemplates' && isAbsent(outcome.problem)) return skipped(absent);
  return failed(outcome.problem, durationMs);
}

/** An HTTP status such as 401 may come with the same code, and decides. */
const isAbsent = (problem: Problem): boolean =>
  problem.code === 'FEATURE_NOT_SUPPORTED' &&
  ['capability_not_served', 'not_supported'].includes(diagnosisOf(problem).cause);
