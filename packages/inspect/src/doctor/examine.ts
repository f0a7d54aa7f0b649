import type { InitInfo } from '@assay/contract/areas/diagnosis/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import type { McpSession } from '@assay/mcp/session';
import type { ServerTarget } from '@assay/mcp/target';
import { initInfo } from '../init-info.ts';
import type { InspectedServer } from '../inspected-server.ts';
import { withoutCredentials } from './credentials.ts';
import type { DoctorFindings, AttemptOutcome } from './findings.ts';
import { readLists } from './read-lists.ts';
import { connectionAdvice, refineFailure } from './second-look.ts';
import { explainedProblem } from '@assay/mcp/diagnosis/diagnosis';

/** The time limit of a diagnosis, in milliseconds: the report has to arrive before the API's deadline. */
const DIAGNOSIS_MS = 68_000;
/** The time limit for all lists together, in milliseconds. */
const LISTS_MS = 45_000;

/**
 * Diagnoses a server: a probe without credentials, the connection with the saved credentials (the probe's own when none
 * is saved), then its lists. Never uses a cached dialect of the server.
 */
export async function diagnoseServer(
  subject: InspectedServer,
  hasCredential: boolean,
  startedAt: number,
): Promise<DoctorFindings> {
  const until = startedAt + DIAGNOSIS_MS;
  const { target, connect } = subject;
  if (target.command) return examineSession(subject, { hasCredential }, await attempt(() => connect()), until);

  const stranger = withoutCredentials(target);
  const probe = await refined(stranger, await attempt(() => connect({ as: hasCredential ? stranger : target })));
  const oauth =
    'problem' in probe && probe.problem.code === 'OAUTH_REQUIRED'
      ? await describeOAuth(target, probe.problem)
      : undefined;
  const found = { probe: infoOf(probe), hasCredential, ...given({ oauth }) };
  if (oauth && !hasCredential) return found;
  if (!hasCredential) return examineSession(subject, found, probe, until);
  try {
    return await examineSession(subject, found, await refined(stranger, await attempt(() => connect()), probe), until);
  } finally {
    if ('value' in probe) void probe.value.close();
  }
}

/** Reads the lists, if there is a session. */
async function examineSession(
  { target, ties, seen }: InspectedServer,
  found: DoctorFindings,
  connection: AttemptOutcome<McpSession>,
  until: number,
): Promise<DoctorFindings> {
  if (!('value' in connection)) return { ...found, connection };
  const session = connection.value;
  try {
    const listsMs = Math.min(LISTS_MS, until - performance.now());
    const [{ surface, ...lists }, advice] = await Promise.all([
      readLists(session, ties, listsMs),
      connectionAdvice(target, session),
    ]);
    if (surface) seen(surface);
    return {
      ...found,
      connection: infoOf(connection),
      timing: session.info.timing,
      ...given({ advice }),
      ...lists,
    };
  } finally {
    void session.close();
  }
}

/** How to get the grant that the server asks for. */
async function describeOAuth(
  target: ServerTarget,
  { details }: Problem,
): Promise<NonNullable<DoctorFindings['oauth']>> {
  const named = details?.['resourceMetadataUrl'];
  const {
    resourceMetadata: _resource,
    authorizationServerMetadata: _server,
    ...found
  } = await discoverOAuth(target, typeof named === 'string' ? { resourceMetadataUrl: named } : {});
  return found;
}

async function refined(
  stranger: ServerTarget,
  outcome: AttemptOutcome<McpSession>,
  earlier?: AttemptOutcome<McpSession>,
): Promise<AttemptOutcome<McpSession>> {
  if (!('problem' in outcome)) return outcome;
  const before = earlier && 'problem' in earlier ? earlier.problem : undefined;
  return { ...outcome, problem: await refineFailure(stranger, outcome.problem, before) };
}

const infoOf = (outcome: AttemptOutcome<McpSession>): AttemptOutcome<InitInfo> =>
  'value' in outcome
    ? { value: initInfo(outcome.value.info), durationMs: Math.round(outcome.value.info.timing.totalMs) }
    : outcome;

/** Turns a Problem with the server into a finding. Other errors are thrown. */
async function attempt<T>(work: () => Promise<T>): Promise<AttemptOutcome<T>> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    return { value: await work(), durationMs: durationMs() };
  } catch (error) {
    if (error instanceof Problem) return { problem: explainedProblem(error), durationMs: durationMs() };
    throw error;
  }
}
