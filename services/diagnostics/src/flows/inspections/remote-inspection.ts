import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { InspectionTask } from '@assay/contract/areas/inspections/documents';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { inFlight } from '@assay/kit/requests/in-flight';
import type { InspectionName } from '@assay/inspect/inspections';
import { requiredLabels } from '@assay/launching/required-labels';
import { timeoutsOf } from '@assay/mcp/saved-server';
import { DEFAULT_TIMEOUTS } from '@assay/mcp/timeouts';
import type { Deps } from '../../deps.ts';
import { readOutcome } from '../../domain/inspections/inspection-outcome.ts';
import {
  abandonedProblem,
  malformedProblem,
  restartingProblem,
  silentProblem,
  untakenProblem,
} from '../../domain/inspections/inspection-problems.ts';
import { requestInspection } from '../../actions/inspections/request-inspection.ts';
import { recordSurface } from '../../actions/surfaces/record-surface.ts';
import { countKnownRunners } from '../../store/inspections/known-runners.ts';
import {
  deleteInspection,
  findAwaited,
  withdrawInspection,
  type AwaitedInspection,
} from '../../store/inspections/inspections.ts';

/** How long an inspection waits until a runner takes it, in milliseconds. */
const TAKE_MS = 10_000;
/** How long an inspection waits that no known runner takes, in milliseconds: runners that wait are woken at once. */
const UNKNOWN_MS = 1_000;
/** How long an inspection that a runner refused waits until another runner takes it, in milliseconds: runners that wait are woken at once. */
const RETAKE_MS = 1_000;
const DOCTOR_MS = 100_000;
/** How long a widget may take until it shows its result, unless the request says it; and the looks at it after that. */
const [SHOW_MS, LOOK_MS] = [10_000, 15_000];
/** The wait ends this long before the caller's deadline, so that the caller receives a reason, in milliseconds. */
const MARGIN_MS = 500;
/** Inspections with side effects: when their runner goes silent, they are not handed out to another one. */
const ONCE = new Set<InspectionName>(['callTool', 'renderWidget']);

/**
 * Makes an inspection on a runner that reaches the server, and waits for the bytes of its answer.
 * @throws the Problem that the runner reports; FEATURE_NOT_SUPPORTED when no runner takes the inspection.
 */
export async function inspectFromRunner(
  deps: Deps,
  server: SavedServer,
  inspection: InspectionName,
  input: object & { timeoutMs?: number },
  { client, labels: more = [] }: { client?: ClientConfig; labels?: readonly string[] } = {},
): Promise<Buffer> {
  const { pool, work, log } = deps;
  const { id: serverId, projectId, name } = server;
  const id = newId('job');
  const startedAt = performance.now();
  const timeoutMs = capOf(server, inspection, input);
  const task: InspectionTask = {
    version: 1,
    inspection,
    server: { id: serverId, name },
    input: { ...input },
    ...given({ client }),
  };
  const labels = [...requiredLabels(server), ...more];
  const row = { id, projectId, serverId, once: ONCE.has(inspection) };
  await requestInspection(pool, row, task, { timeoutMs, labels });
  work.wake();
  try {
    const found = readOutcome(await outcomeOf(deps, server, { id, labels, timeoutMs }));
    if (!found) throw malformedProblem(server);
    if (found.surface) recordSurface(deps, { projectId, serverId }, found.surface, startedAt);
    if (found.answer instanceof Problem) throw found.answer;
    return found.answer;
  } finally {
    // Retention deletes a row that stays; the answer goes out whether or not Postgres does.
    await deleteInspection(pool, id).catch((error: unknown) =>
      log.warn({ err: error, serverId }, 'an inspection could not be deleted'),
    );
  }
}

/**
 * The longest duration of the inspection: the sum of its steps, but not longer than the caller waits, in milliseconds.
 */
function capOf(server: SavedServer, inspection: InspectionName, input: { timeoutMs?: number }): number {
  const { connectMs, totalMs } = { ...DEFAULT_TIMEOUTS, ...timeoutsOf(server) };
  const showMs = inspection === 'renderWidget' ? (input.timeoutMs ?? SHOW_MS) + LOOK_MS : 0;
  const left = (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS;
  return Math.max(1, Math.min(inspection === 'doctor' ? DOCTOR_MS : connectMs + totalMs + showMs, left));
}

/** Waits for the outcome. Throws the Problem that explains why there is none. */
async function outcomeOf(
  deps: Deps,
  server: SavedServer,
  { id, labels, timeoutMs }: { id: string; labels: string[]; timeoutMs: number },
): Promise<Buffer> {
  const { pool, outcomes } = deps;
  let lastTaken = Date.now();
  let refusedAt: number | undefined;
  let last: AwaitedInspection | undefined;
  const outcome = await outcomes.waitFor(timeoutMs, async (): Promise<Buffer | undefined> => {
    const seen = (last = await findAwaited(pool, id));
    if (!seen) throw notFound('server');
    if (seen.outcome) return seen.outcome;
    if (!seen.isOpen || mayBeDone(seen)) throw abandonedProblem(server);
    // A runner that refused the inspection takes it repeatedly, so this is not a sign of an answer to come.
    if (seen.refusal) refusedAt ??= Date.now();
    else if (seen.isTaken) lastTaken = Date.now();
    const waitedMs = Date.now() - (refusedAt ?? lastTaken);
    const isUnknown = refusedAt === undefined && waitedMs >= UNKNOWN_MS && !(await mayTake(deps, server, labels));
    const isTooLate = isUnknown || waitedMs >= (refusedAt === undefined ? TAKE_MS : RETAKE_MS);
    if (isTooLate && (await withdrawInspection(pool, id)))
      throw refusalIn(seen) ?? untakenProblem(server, labels, isUnknown ? undefined : TAKE_MS);
    return undefined;
  });
  if (outcome) return outcome;
  const isUntouched = !last?.handedOut;
  if (outcomes.isStopped) throw isUntouched || !last?.once ? restartingProblem() : abandonedProblem(server);
  throw isUntouched ? ((last && refusalIn(last)) ?? untakenProblem(server, labels, timeoutMs)) : silentProblem(server);
}

/**
 * Whether a runner may take an inspection with these labels: one that asked for such within the last day, or the local
 * runner, which starts with the work or, while its labels are unknown, by itself. Where no runner ever asked, the first
 * one may be about to.
 */
async function mayTake({ pool, localRunner }: Deps, { projectId }: SavedServer, labels: string[]): Promise<boolean> {
  if (localRunner) {
    const local = await Promise.race([localRunner.labels, Promise.resolve(undefined)]);
    if (!local || labels.every((label) => local.includes(label))) return true;
  }
  const organizationId = inFlight()?.caller?.organizationId;
  const { all, able } = await countKnownRunners(pool, { organizationId, projectId, labels });
  return able > 0 || (all === 0 && !localRunner);
}

/** A runner went silent over an inspection with side effects. */
const mayBeDone = ({ once, handedOut, isTaken }: AwaitedInspection): boolean => once && handedOut && !isTaken;

/** The Problem with which the last runner gave the inspection back. */
function refusalIn({ refusal }: AwaitedInspection): Problem | undefined {
  const answer = refusal ? readOutcome(refusal)?.answer : undefined;
  return answer instanceof Problem ? answer : undefined;
}
