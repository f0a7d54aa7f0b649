import { JourneyDraftsOutcome, type JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import { DRAFTED_JOURNEYS, type GeneratePersonas, type JourneyDrafts } from '@assay/contract/areas/journeys/drafts';
import { given } from '@assay/contract/given';
import { notFound, Problem, unavailable } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { parser } from '@assay/kit/json/parse';
import { inFlight } from '@assay/kit/requests/in-flight';
import type { Caller } from '@assay/kit/security/caller';
import { requestGeneration } from '../../actions/generations/request-generation.ts';
import type { Deps } from '../../deps.ts';
import { draftsIn } from '../../domain/generations/drafts-outcome.ts';
import { deleteGeneration, findGeneration } from '../../store/generations/generations.ts';
import { groundingOf } from './grounding.ts';

/** How long a request waits for a runner that takes it, in milliseconds. */
const TAKE_MS = 30_000;
/** The longest that a runner may take, in milliseconds. */
const DRAFT_MS = 175_000;
/** The wait ends this long before the caller's deadline, so that the caller is told a reason, in milliseconds. */
const MARGIN_MS = 2_000;

/** The drafts that a request asks for. */
export type WantedDrafts = Pick<JourneyDraftsTask, 'persona' | 'existing'> &
  Pick<GeneratePersonas, 'environmentId' | 'serverAttachmentId' | 'description' | 'journeyCount' | 'personaCount'>;

const parse = parser(JourneyDraftsOutcome);

/**
 * Has a runner draft personas and journeys, and waits for them. Nothing lasts: the row of the request goes with its
 * answer.
 * @throws the Problem of the servers or of the model; TIMEOUT when no runner takes it or none answers in time.
 */
export async function draftJourneys(
  deps: Deps,
  caller: Caller,
  projectId: string,
  { journeyCount = DRAFTED_JOURNEYS, personaCount = 1, description, persona, existing, ...grounds }: WantedDrafts,
): Promise<JourneyDrafts> {
  const { spec, labels } = await groundingOf(deps, caller, projectId, grounds);
  const { organizationId = '', keyId = '' } = caller;
  const task: JourneyDraftsTask = {
    version: 1,
    account: { organizationId, projectId, keyId },
    spec,
    personaCount,
    journeyCount,
    existing,
    ...given({ persona }),
    ...(description?.trim() && { description }),
  };
  const request = { id: newId('job'), projectId, organizationId: caller.organizationId };
  const left = (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS;
  const timeoutMs = Math.max(1, Math.min(DRAFT_MS, Math.round(left)));
  await requestGeneration(deps.pool, request, task, { labels, timeoutMs, grounds });
  deps.wakeUp.wake();
  try {
    return draftsIn(outcomeIn(await waitedFor(deps, request.id, labels, timeoutMs)));
  } finally {
    // Retention deletes a row that stays; the answer goes out whether or not Postgres does.
    await deleteGeneration(deps.pool, request.id).catch(() => undefined);
  }
}

/** Waits for the outcome. Throws the Problem that explains why there is none. */
async function waitedFor(
  { pool, wakeUp }: Pick<Deps, 'pool' | 'wakeUp'>,
  id: string,
  labels: readonly string[],
  timeoutMs: number,
): Promise<Buffer> {
  let lastTaken = Date.now();
  const outcome = await wakeUp.waitFor(timeoutMs, async () => {
    const seen = await findGeneration(pool, id);
    if (!seen) throw notFound('project');
    if (seen.outcome) return seen.outcome;
    if (seen.isTaken) lastTaken = Date.now();
    else if (Date.now() - lastTaken >= TAKE_MS) throw untakenProblem(labels);
    return undefined;
  });
  if (outcome) return outcome;
  if (wakeUp.isStopped) throw unavailable('The platform is being restarted; try again shortly.');
  throw new Problem(
    'TIMEOUT',
    `No drafts came within ${Math.round(timeoutMs / 1_000)} s; ask for fewer, or try again.`,
  );
}

function untakenProblem(labels: readonly string[]): Problem {
  const kind = labels.length > 0 ? ` with the labels ${labels.join(', ')}` : '';
  return new Problem(
    'TIMEOUT',
    `No runner${kind} took the request within ${TAKE_MS / 1_000} s: there is none, or all are busy.`,
    { labels },
  );
}

/** The outcome that a runner wrote, which is not trusted: empty where it is malformed. */
function outcomeIn(written: Buffer): JourneyDraftsOutcome {
  try {
    return parse(written);
  } catch (error) {
    if (error instanceof Problem) return { version: 1 };
    throw error;
  }
}
