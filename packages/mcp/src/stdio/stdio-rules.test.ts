import type { ServerTarget, StdioRules } from '../target.ts';
import { programOf } from './stdio-rules.ts';

const rules = (allowedVariables?: string[]): StdioRules =>
  ({ allowedCommands: [process.execPath], env: {}, allowedVariables }) as unknown as StdioRules;
const started = (env: Record<string, string>, allowed?: string[]) =>
  programOf(
    {
      serverId: 'srv_1',
      serverName: 'Printer',
      command: { command: process.execPath, args: [], env },
    } as unknown as ServerTarget,
    rules(allowed),
  );

test.each<[string, Record<string, string>, string[] | undefined]>([
  ['any variables without a list', { TOKEN: 't' }, undefined],
  ['no variables with an empty list', {}, []],
  ['a variable of the list', { TOKEN: 't' }, ['TOKEN']],
  ['a variable whose beginning is in the list', { CRM_TOKEN: 't' }, ['OTHER', 'CRM_*']],
])('a command starts with %s', async (_, env, allowed) => expect(await started(env, allowed)).toBe(process.execPath));

test.each<[string, Record<string, string>, string[]]>([
  ['that is not in the list', { TOKEN: 't' }, ['CRM_*']],
  ['with an empty list', { TOKEN: 't' }, []],
  ['that only begins alike', { TOKENS: 't' }, ['TOKEN']],
])('a command does not start with a variable %s', async (_, env, allowed) => {
  const [variable] = Object.keys(env);
  await expect(started(env, allowed)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { cause: 'command_not_allowed', variable, setting: 'RUNNER_ALLOWED_VARIABLES' },
  });
});
