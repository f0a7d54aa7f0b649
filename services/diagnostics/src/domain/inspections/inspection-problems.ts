import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons, unavailable } from '@assay/contract/problem';
import { requiredLabels } from '@assay/contract/areas/servers/required-labels';

// The Problems of an inspection that only a runner could make and that has no answer.

export function untakenProblem({ id: serverId, name, ...server }: SavedServer, withinMs: number): Problem {
  const labels = requiredLabels(server);
  const who =
    server.transport === 'stdio' ? 'that may start commands (label stdio)' : `with the labels ${labels.join(', ')}`;
  return new Problem(
    'FEATURE_NOT_SUPPORTED',
    `No runner ${who} took the request about server "${name}" within ${Math.round(withinMs / 1_000)} s: there is none, or all are busy.`,
    { serverId, labels, cause: 'runner_missing' },
  );
}

export const abandonedProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem(
    'SERVER_UNREACHABLE',
    `The runner that asked server "${name}" went away. Whether the server did what it was asked is not known.`,
    { serverId, reason: reasons.OUTCOME_UNKNOWN },
  );

export const malformedProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem('SERVER_UNREACHABLE', `The runner's answer about server "${name}" is malformed.`, { serverId });

export const silentProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem('TIMEOUT', `No answer about server "${name}" came in time from the runner that asks it.`, { serverId });

export const restartingProblem = (): Problem => unavailable('The platform is being restarted; try again shortly.');
