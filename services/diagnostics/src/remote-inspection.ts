import type { InspectionTask } from '@assay/contract/documents/inspection-work';
import type { Surface } from '@assay/contract/documents/surface';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import { codes, notFound, Problem, type Code } from '@assay/contract/problem';
import { transaction } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { inFlight } from '@assay/kit/in-flight';
import { drop, enqueue } from '@assay/kit/jobs/queue';
import type { InspectionName } from '@assay/inspect/inspections';
import { requiredLabels } from '@assay/mcp/required-labels';
import { timeoutsOf } from '@assay/mcp/saved-server';
import { DEFAULT_TIMEOUTS } from '@assay/mcp/timeouts';
import type { Deps } from './deps.ts';
import { recordSurface } from './record-surface.ts';
import { deleteInspection, findAwaited, insertInspection, withdrawInspection } from './store/inspections.ts';

/** How long a question waits for a runner that takes it, in milliseconds. */
const TAKE_MS = 10_000;
const DOCTOR_MS = 75_000;
/** Kept back from the deadline of who asks, so that they hear why nothing came, in milliseconds. */
const MARGIN_MS = 500;
/** What may change something: a second runner does not begin it anew when the first has gone silent. */
const ONCE = new Set<InspectionName>(['callTool']);

/**
 * Has a runner that reaches the server find out what is asked of it, and waits for the answer: its bytes, untouched.
 * @throws the Problem that the runner met; FEATURE_NOT_SUPPORTED when no runner takes the question.
 */
export async function inspectFromRunner(deps: Deps, server: SavedServer, inspection: InspectionName, input: object): Promise<Buffer> {
  const { pool, jobs } = deps;
  const { id: serverId, projectId, name } = server;
  const id = newId('job');
  const timeoutMs = capOf(server, inspection);
  const task: InspectionTask = { version: 1, inspection, server: { id: serverId, name }, input: { ...input } };
  await transaction(pool, async (tx) => {
    await insertInspection(tx, { id, projectId, serverId, once: ONCE.has(inspection) });
    await enqueue(tx, {
      id, kind: 'inspect', projectId, input: Buffer.from(JSON.stringify(task)), timeoutMs, labels: requiredLabels(server), organizationId: inFlight()?.caller?.organizationId,
    });
  });
  jobs.ring();
  let answered = false;
  try {
    const outcome = InspectionOutcome.decode(await outcomeOf(deps, server, id, timeoutMs));
    answered = true;
    if (outcome.surface.length > 0) recordSurface(deps, { projectId, serverId }, JSON.parse(outcome.surface.toString()) as Surface);
    if (outcome.problem) throw problemOf(outcome.problem);
    return outcome.reply!;
  } finally {
    await deleteInspection(pool, id);
    // The runner that has it hears at its next beat that nobody waits any more.
    if (!answered) await drop(pool, id);
  }
}

/** How long the inspection may take in all: as long as its steps, and no longer than somebody waits. */
function capOf(server: SavedServer, inspection: InspectionName): number {
  const { connectMs, totalMs } = { ...DEFAULT_TIMEOUTS, ...timeoutsOf(server) };
  const left = (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS;
  return Math.max(1, Math.min(inspection === 'doctor' ? DOCTOR_MS : connectMs + totalMs, left));
}

/** Waits for the outcome; throws the Problem that says why there is none. */
async function outcomeOf({ pool, jobs }: Deps, server: SavedServer, id: string, timeoutMs: number): Promise<Buffer> {
  let lastTaken = Date.now();
  const outcome = await jobs.watch(timeoutMs, async (): Promise<Buffer | undefined> => {
    const seen = await findAwaited(pool, id);
    if (!seen) throw notFound('server');
    if (seen.outcome) return seen.outcome;
    if (!seen.isOpen || (seen.once && seen.handedOut && !seen.isTaken)) throw abandoned(server);
    if (seen.isTaken) lastTaken = Date.now();
    else if (Date.now() - lastTaken >= TAKE_MS && await withdrawInspection(pool, id)) throw untaken(server);
    return undefined;
  });
  if (!outcome) throw new Problem('TIMEOUT', `No answer about server "${server.name}" came in time from the runner that asks it.`, { serverId: server.id });
  return outcome;
}

function untaken({ id: serverId, name, ...server }: SavedServer): Problem {
  const labels = requiredLabels(server);
  const who = server.transport === 'stdio' ? 'that may start commands (label stdio)' : `with the labels ${labels.join(', ')}`;
  return new Problem('FEATURE_NOT_SUPPORTED', `No runner ${who} took the request about server "${name}" within ${TAKE_MS / 1_000} s.`, { serverId, labels, cause: 'runner_missing' });
}

const abandoned = ({ id: serverId, name }: SavedServer) =>
  new Problem('SERVER_UNREACHABLE', `The runner that asked server "${name}" went away. Whether the server did what it was asked is not known.`, { serverId });

function problemOf(problem: Buffer): Problem {
  const { code, message, details } = JSON.parse(problem.toString()) as { code: string; message: string; details?: Record<string, unknown> };
  return new Problem(code in codes ? code as Code : 'INTERNAL_ERROR', message, details);
}
