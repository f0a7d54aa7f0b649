import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';
import { runScript, type ScriptEnv } from './script-step.ts';

interface Input {
  default?: unknown;
  options?: unknown[];
  type?: 'boolean';
}
interface Job {
  variables: Record<string, string>;
  script: string[];
  after_script: string[];
}

/** The end of a job of GitLab. */
export interface JobEnd {
  status: 'success' | 'failed';
  log: string;
}

/**
 * Runs the job of a template as GitLab does: inputs are checked and put into the parsed file, variables may name others,
 * the script is one shell, and the script after it another.
 * @throws an Error where GitLab would not make the pipeline.
 */
export async function runTemplate(
  file: string,
  { folder, env }: { folder: string; env: ScriptEnv },
  given: Record<string, unknown>,
): Promise<JobEnd> {
  const [header, body] = parseAllDocuments(await readFile(file, 'utf8')).map((each) => each.toJS() as unknown);
  const inputs = inputsOf((header as { spec: { inputs: Record<string, Input> } }).spec.inputs, given);
  const [job] = Object.values(interpolated(body, inputs) as Record<string, Job>) as [Job];
  const variables = Object.entries(job.variables).map(([name, value]) => [name, expanded(value, env)]);
  const jobEnv = { ...env, ...(Object.fromEntries(variables) as ScriptEnv) };
  const shell = ['bash', '-eo', 'pipefail'] as const;
  const { code, log } = await runScript(shell, job.script.join('\n'), folder, jobEnv);
  const after = await runScript(shell, job.after_script.join('\n'), folder, jobEnv);
  return { status: code === 0 ? 'success' : 'failed', log: log + after.log };
}

function inputsOf(declared: Record<string, Input>, given: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(given)) if (!(name in declared)) throw new Error(`unknown input \`${name}\``);
  return Object.fromEntries(
    Object.entries(declared).map(([name, { default: value, options, type = 'string' }]) => {
      const input = given[name] ?? value;
      if (input === undefined) throw new Error(`\`${name}\` input: required value has not been provided`);
      if (typeof input !== type) throw new Error(`\`${name}\` input: provided value is not a ${type}`);
      if (options && !options.includes(input)) throw new Error(`\`${name}\` input: not in the list of allowed options`);
      return [name, input];
    }),
  );
}

function interpolated(value: unknown, inputs: Record<string, unknown>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => String(inputs[name]));
  if (Array.isArray(value)) return value.map((each) => interpolated(each, inputs));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [interpolated(key, inputs), interpolated(each, inputs)]);
  return Object.fromEntries(entries) as unknown;
}

const expanded = (value: string, env: ScriptEnv): string =>
  value.replaceAll(/\$\$|\$(?:(\w+)|\{(\w+)\})/g, (whole, plain?: string, braced?: string) =>
    whole === '$$' ? '$' : (env[plain ?? braced!] ?? ''),
  );
