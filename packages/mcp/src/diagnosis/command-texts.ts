import { inBrackets, causeText } from './text.ts';

/** Texts for causes at servers that are started by a command. */
export const commandTexts = {
  runner_missing: causeText(
    'Such a server is started by a runner that allows it, and none took the work.',
    'Name the command in RUNNER_ALLOWED_COMMANDS where `npm start` or a runner is started (`*` allows every command). The runner needs the labels of the server.',
  ),
  command_not_allowed: causeText(
    (facts) => `The runner does not allow the command${inBrackets(facts.command)}.`,
    'Ask the operator to add it to the commands that the runner allows.',
  ),
  command_not_found: causeText(
    (facts) => `There is no such command where the runner is${inBrackets(facts.command, facts.systemCode)}.`,
    "Install it on the runner's machine, or save its full path.",
  ),
  command_not_started: causeText(
    (facts) => `The runner's machine could not start the command${inBrackets(facts.systemCode)}.`,
    'Ask the operator to check that the machine has free disk, memory and processes, and that the file is executable there.',
  ),
  command_exited: causeText(
    (facts) =>
      `The command ended before it had answered${inBrackets(facts.exitCode !== undefined && `exit code ${facts.exitCode}`, facts.signal)}.`,
    'Read the last lines of its error output in the evidence. Often an argument or a variable of the environment is missing.',
  ),
  command_output_invalid: causeText(
    'The command writes lines to its standard output that are not JSON-RPC.',
    'Have the server log to its error output: the standard output belongs to the protocol.',
  ),
  memory_exceeded: causeText(
    'The command used more memory than the runner allows, and was ended.',
    'Ask the operator to raise the limit, or find what takes the memory.',
  ),
};
