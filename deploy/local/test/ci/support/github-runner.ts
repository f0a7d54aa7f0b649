import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import { runScript, type ScriptEnv } from './script-step.ts';

interface Step {
  name: string;
  id?: string;
  if?: string;
  env?: Record<string, string>;
  run: string;
}
interface ActionFile {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

/** A message that a step put at a line of a file. */
export interface Annotation {
  level: string;
  properties: Record<string, string>;
  message: string;
}

/** The end of an action: its outputs, its log and its summary. */
export interface ActionEnd {
  conclusion: 'success' | 'failure';
  outputs: Record<string, string>;
  /** The log with masked values as `***`. */
  log: string;
  /** The summary of the job. */
  summary: string;
  annotations: Annotation[];
}

/** A job of a workflow: its checkout, its environment and its contexts, such as `github` and `secrets`. */
export interface GithubJob {
  folder: string;
  env: ScriptEnv;
  contexts: Record<string, Record<string, string>>;
}

/**
 * Runs the steps of the composite action of a folder as a runner of GitHub does: expressions by GitHub's own library, each
 * step in bash with its files for outputs, the path and the summary, later steps only while no step failed.
 */
export async function runAction(
  folder: string,
  { folder: checkout, env, contexts }: GithubJob,
  given: Record<string, string>,
): Promise<ActionEnd> {
  const action = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as ActionFile;
  const temp = await mkdtemp(join(tmpdir(), 'assay-runner-'));
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
      name,
      given[name] ?? filled(value, contexts),
    ]),
  );
  const steps: Record<string, Record<string, string>> = {};
  let [isFailed, log, path] = [false, '', env.PATH ?? ''];
  const summary = join(temp, 'summary.md');
  await writeFile(summary, '');
  try {
    for (const step of action.runs.steps) {
      const known = { ...contexts, inputs, steps: flat(steps) };
      if (evaluated(step.if ?? 'success()', known, isFailed) !== 'true') continue;
      const [output, paths] = [join(temp, 'output'), join(temp, 'path')];
      await Promise.all([writeFile(output, ''), writeFile(paths, '')]);
      const stepEnv = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, known)]);
      const { code, log: said } = await runScript(
        ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
        step.run,
        checkout,
        {
          ...env,
          PATH: path,
          RUNNER_TEMP: temp,
          RUNNER_OS: 'Linux',
          GITHUB_ACTION_PATH: folder,
          GITHUB_OUTPUT: output,
          GITHUB_PATH: paths,
          GITHUB_STEP_SUMMARY: summary,
          ...(Object.fromEntries(stepEnv) as ScriptEnv),
        },
      );
      log += said;
      isFailed ||= code !== 0;
      path = [...(await readFile(paths, 'utf8')).split('\n').filter(Boolean).toReversed(), path].join(':');
      if (step.id) steps[step.id] = outputsOf(await readFile(output, 'utf8'));
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      filled(value, { steps: flat(steps) }),
    ]);
    return {
      conclusion: isFailed ? 'failure' : 'success',
      outputs: Object.fromEntries(outputs) as Record<string, string>,
      log: masked(log),
      summary: await readFile(summary, 'utf8'),
      annotations: annotationsOf(log),
    };
  } finally {
    await rm(temp, { recursive: true });
  }
}

type Contexts = Record<string, Record<string, unknown>>;
const flat = (steps: Record<string, Record<string, string>>) =>
  Object.fromEntries(Object.entries(steps).map(([id, outputs]) => [id, { outputs }]));

/** A text with the values of its expressions. */
export const filled = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, contexts, false));

function evaluated(expression: string, contexts: Contexts, isFailed: boolean): string {
  const text = expression.trim().replace(/^\$\{\{(.*)\}\}$/, '$1');
  const state = { success: !isFailed, failure: isFailed, cancelled: false, always: true };
  const functions = Object.entries(state).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const tree = new Parser(new Lexer(text).lex().tokens, Object.keys(contexts), functions).parse();
  const known = new Map(functions.map((each) => [each.name, each]));
  return new Evaluator(tree, dataOf(contexts) as data.Dictionary, known).evaluate().coerceString();
}

const dataOf = (value: unknown): data.ExpressionData =>
  typeof value === 'object' && value !== null
    ? new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: dataOf(each) })))
    : new data.StringData(String(value));

/** The outputs of a step: lines `name=value`, and values of several lines between two delimiters. */
function outputsOf(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, name, kind, rest] = /^([^=<]+?)(=|<<)(.*)$/.exec(lines[at]!) ?? [];
    if (name === undefined) continue;
    if (kind === '=') outputs[name] = rest!;
    else {
      const end = lines.indexOf(rest!, at + 1);
      outputs[name] = lines.slice(at + 1, end).join('\n');
      at = end;
    }
  }
  return outputs;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

const COMMAND = /^::(\w[\w-]*)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/;

function annotationsOf(log: string): Annotation[] {
  return log.split('\n').flatMap((line) => {
    const [, level, properties = '', message] = COMMAND.exec(line.trimEnd()) ?? [];
    if (level === undefined || level === 'add-mask') return [];
    const pairs = properties
      .split(',')
      .filter(Boolean)
      .map((each) => each.split('=', 2).map(unescaped));
    return [{ level, properties: Object.fromEntries(pairs) as Record<string, string>, message: unescaped(message!) }];
  });
}

/** The log as it is shown: without the lines of masks, and with `***` for their values. */
function masked(log: string): string {
  const lines = log.split('\n');
  const masks = lines.flatMap((line) => /^::add-mask::(.+)$/.exec(line)?.[1] ?? []);
  const shown = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  return masks.reduce((text, value) => text.replaceAll(unescaped(value), '***'), shown);
}
