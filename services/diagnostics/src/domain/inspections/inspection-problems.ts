import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { Problem, reasons, unavailable } from '@assay/contract/problem';

// The Problems of an inspection that only a runner could make and that has no answer.

const SETTING = 'RUNNER_ALLOWED_COMMANDS';

/** `labels` name the missing runner. Without `withinMs`, no runner that is known has them. */
export function untakenProblem(
  { id: serverId, name, transport }: SavedServer,
  labels: string[],
  withinMs?: number,
): Problem {
  const isPlainCommand = transport === 'stdio' && labels.every((label) => label !== BROWSER_LABEL);
  const listed = `${labels.length > 1 ? 'labels' : 'label'} ${labels.join(', ')}`;
  const who = isPlainCommand ? 'that may start commands (label stdio)' : `with the ${listed}`;
  const next = isPlainCommand ? ` A runner may start the commands that its ${SETTING} names.` : '';
  const fault =
    withinMs === undefined
      ? `Server "${name}" needs a runner ${who}, and no such runner is connected.`
      : `No runner ${who} took the request about server "${name}" within ${Math.round(withinMs / 1_000)} s: there is none, or all are busy.`;
  return new Problem('FEATURE_NOT_SUPPORTED', `${fault}${next}`, {
    serverId,
    labels,
    cause: 'runner_missing',
    ...(isPlainCommand && { setting: SETTING }),
  });
}

export const abandonedProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem(
    'SERVER_UNREACHABLE',
    `The runner that asked server "${name}" went away. It is unknown whether the server carried out the request.`,
    { serverId, reason: reasons.OUTCOME_UNKNOWN },
  );

export const malformedProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem('SERVER_UNREACHABLE', `The runner's answer about server "${name}" is malformed.`, { serverId });

export const silentProblem = ({ id: serverId, name }: SavedServer): Problem =>
  new Problem('TIMEOUT', `No answer about server "${name}" came in time from the runner that asks it.`, { serverId });

export const restartingProblem = (): Problem => unavailable('The platform is being restarted; try again shortly.');
