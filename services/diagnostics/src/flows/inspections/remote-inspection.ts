import type { InspectionTask } from '@assay/contract/areas/inspections/documents';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { inFlight } from '@assay/kit/requests/in-flight';
import type { InspectionName } from '@assay/inspect/inspections';
import { requiredLabels } from '@assay/contract/areas/servers/required-labels';
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
import {
  deleteInspection,
  findAwaited,
  withdrawInspection,
  type Awaited,
} from '../../store/inspections/inspections.ts';

/** How long a question waits for a runner that takes it, in milliseconds. */
export const TAKE_MS = 10_000;
const DOCTOR_MS = 75_000;
/** Kept back from the deadline of who asks, so that they hear why nothing came, in milliseconds. */
const MARGIN_MS = 500;
/** What may change something: a second runner does not begin it anew when the first has gone silent. */
const ONCE = new Set<InspectionName>(['callTool']);

/**
 * Has a runner that reaches the server find out what is asked of it, and waits for the answer: its bytes, untouched.
 * @throws the Problem that the runner met; FEATURE_NOT_SUPPORTED when no runner takes the question.
 */
export async function inspectFromRunner(
  deps: Deps,
  server: SavedServer,
  inspection: InspectionName,
  input: object,
): Promise<Buffer> {
  const { pool, work } = deps;
  const { id: serverId, projectId, name } = server;
  const id = newId('job');
  const startedAt = performance.now();
  const timeoutMs = capOf(server, inspection);
  const task: InspectionTask = {
    version: 1,
    inspection,
    server: { id: serverId, name },
    input: { ...input },
  };
  await requestInspection(pool, { id, projectId, serverId, once: ONCE.has(inspection) }, task, {
    timeoutMs,
    labels: requiredLabels(server),
  });
  work.wake();
  try {
    const found = readOutcome(await outcomeOf(deps, server, id, timeoutMs));
    if (!found) throw malformedProblem(server);
    if (found.surface) recordSurface(deps, { projectId, serverId }, found.surface, startedAt);
    if (found.answer instanceof Problem) throw found.answer;
    return found.answer;
  } finally {
    await deleteInspection(pool, id);
  }
}

/** How long the inspection may take in all: as long as its steps, and no longer than somebody waits. */
function capOf(server: SavedServer, inspection: InspectionName): number {
  const { connectMs, totalMs } = { ...DEFAULT_TIMEOUTS, ...timeoutsOf(server) };
  const left = (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS;
  return Math.max(1, Math.min(inspection === 'doctor' ? DOCTOR_MS : connectMs + totalMs, left));
}

/** Waits for the outcome; throws the Problem that says why there is none. */
async function outcomeOf(
  { pool, outcomes }: Deps,
  server: SavedServer,
  id: string,
  timeoutMs: number,
): Promise<Buffer> {
  let lastTaken = Date.now();
  let last: Awaited | undefined;
  const outcome = await outcomes.waitFor(timeoutMs, async (): Promise<Buffer | undefined> => {
    const seen = (last = await findAwaited(pool, id));
    if (!seen) throw notFound('server');
    if (seen.outcome) return seen.outcome;
    if (!seen.isOpen || mayBeDone(seen)) throw abandonedProblem(server);
    // Whoever refused it takes it again and again: that is no hope of an answer.
    if (seen.isTaken && !seen.refusal) lastTaken = Date.now();
    else if (Date.now() - lastTaken >= TAKE_MS && (await withdrawInspection(pool, id)))
      throw refusalIn(seen) ?? untakenProblem(server, TAKE_MS);
    return undefined;
  });
  if (outcome) return outcome;
  const isUntouched = !last?.handedOut;
  if (outcomes.isStopped) throw isUntouched || !last?.once ? restartingProblem() : abandonedProblem(server);
  throw isUntouched ? ((last && refusalIn(last)) ?? untakenProblem(server, timeoutMs)) : silentProblem(server);
}

/** A runner went silent over something that must not be begun anew. */
const mayBeDone = ({ once, handedOut, isTaken }: Awaited): boolean => once && handedOut && !isTaken;

/** Why the last runner that had it gave it back. */
function refusalIn({ refusal }: Awaited): Problem | undefined {
  const answer = refusal ? readOutcome(refusal)?.answer : undefined;
  return answer instanceof Problem ? answer : undefined;
}
