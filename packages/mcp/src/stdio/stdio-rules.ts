import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import type { StdioRules, ServerTarget } from '../target.ts';
import { loaderVariable } from './loader-variables.ts';

/** Whether every command may be started. */
export const allowsEveryCommand = ({ allowedCommands }: Pick<StdioRules, 'allowedCommands'>): boolean =>
  allowedCommands.includes('*');

/**
 * The file of a command. The saved environment does not affect the lookup, because a saved PATH could turn an allowed
 * name into any program.
 * @throws Problem FORBIDDEN when it may not be started here, SERVER_UNREACHABLE when there is no such file.
 */
export async function programOf(
  { serverId, serverName, command }: ServerTarget,
  rules: StdioRules | undefined,
): Promise<string> {
  const name = command!.command;
  if (!rules)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      `Server "${serverName}" is started by a command; only a runner that allows it does that.`,
      { serverId, cause: 'runner_missing' },
    );
  if (!allowsEveryCommand(rules) && !rules.allowedCommands.includes(name)) {
    throw new Problem(
      'FORBIDDEN',
      `The runner may not start "${name}": its operator would have to add that to RUNNER_ALLOWED_COMMANDS.`,
      {
        serverId,
        cause: 'command_not_allowed',
        command: name,
        setting: 'RUNNER_ALLOWED_COMMANDS',
      },
    );
  }
  const stranger = forbiddenVariable(command!.env, rules);
  if (stranger !== undefined) {
    throw new Problem(
      'FORBIDDEN',
      `The runner may not start "${name}" with the variable ${stranger}: its operator would have to add that to RUNNER_ALLOWED_VARIABLES.`,
      {
        serverId,
        cause: 'command_not_allowed',
        command: name,
        variable: stranger,
        setting: 'RUNNER_ALLOWED_VARIABLES',
      },
    );
  }
  const variable = allowsEveryCommand(rules) ? undefined : loaderVariable(command!.env);
  if (variable !== undefined) {
    throw new Problem(
      'FORBIDDEN',
      `The runner may not start "${name}" with the variable ${variable}, which makes a program run others: only a runner whose RUNNER_ALLOWED_COMMANDS is * does that.`,
      {
        serverId,
        cause: 'command_not_allowed',
        command: name,
        variable,
        setting: 'RUNNER_ALLOWED_COMMANDS',
      },
    );
  }
  const places = isAbsolute(name)
    ? [name]
    : (rules.env['PATH'] ?? '')
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
  for (const place of places) if (await isProgram(place)) return place;
  throw new Problem(
    'SERVER_UNREACHABLE',
    `Server "${serverName}" could not be started: there is no program "${name}" where the runner stands.`,
    {
      serverId,
      phase: 'connect',
      cause: 'command_not_found',
      command: name,
    },
  );
}

/** The first saved variable that the operator's list does not name. */
function forbiddenVariable(env: Record<string, string>, { allowedVariables }: StdioRules): string | undefined {
  return (
    allowedVariables &&
    Object.keys(env).find(
      (name) =>
        !allowedVariables.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each)),
    )
  );
}

/** The Problem when the system cannot start an existing program: no resources, or not executable. */
export function notStartedProblem({ serverId, serverName, command }: ServerTarget, error: unknown): Problem {
  const { code: systemCode } = error as NodeJS.ErrnoException;
  return new Problem(
    'SERVER_UNREACHABLE',
    `Server "${serverName}" could not be started: the runner's machine refused to run "${command!.command}"${systemCode === undefined ? '' : ` (${systemCode})`}.`,
    {
      serverId,
      phase: 'connect',
      cause: 'command_not_started',
      command: command!.command,
      ...given({ systemCode }),
    },
  );
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
