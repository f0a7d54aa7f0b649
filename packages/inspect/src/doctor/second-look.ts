import type { Problem } from '@assay/contract/problem';
import { diagnoseCause, diagnosisOf, ServerProblem, type Diagnosis } from '@assay/mcp/diagnosis/diagnosis';
import type { McpSession } from '@assay/mcp/session';
import { publicUrl, type ServerTarget } from '@assay/mcp/target';
import { answersOverTls, findServerNearby } from './neighbours.ts';

/**
 * Tries nearby addresses when a failure suggests that the server is there: other paths of the same origin, or TLS on
 * the same port. Reuses the results of an `earlier` look at the same failure.
 */
export async function refineFailure(stranger: ServerTarget, problem: Problem, earlier?: Problem): Promise<Problem> {
  const found = diagnosisOf(problem);
  const before = earlier && diagnosisOf(earlier);
  const better = before && hasLookedAt(before, found) ? before : await lookAgain(stranger, found);
  return better === found ? problem : new ServerProblem(problem, better);
}

const hasLookedAt = (before: Diagnosis, found: Diagnosis) =>
  before.cause === 'tls_required' ? isCutOff(found) : before.cause === 'wrong_path' && found.cause === 'wrong_path';
const isCutOff = ({ cause }: Diagnosis) => cause === 'connection_reset' || cause === 'connection_closed';

async function lookAgain(stranger: ServerTarget, found: Diagnosis): Promise<Diagnosis> {
  if (isCutOff(found) && stranger.url.startsWith('http:') && (await answersOverTls(stranger)))
    return diagnoseCause('tls_required', found.evidence);
  if (found.cause !== 'wrong_path') return found;
  return diagnoseCause('wrong_path', {
    ...found.evidence,
    ...(await findServerNearby(stranger, [
      ['POST', 'mcp'],
      ['GET', 'sse'],
      ['POST', '.'],
    ])),
  });
}

/** A possible improvement of a connection that works. */
export async function connectionAdvice(target: ServerTarget, { info }: McpSession): Promise<Diagnosis | undefined> {
  if (info.transport !== 'sse') return undefined;
  return diagnoseCause('wrong_transport', {
    url: publicUrl(target),
    ...(await findServerNearby(target, [['POST', 'mcp']])),
  });
}
