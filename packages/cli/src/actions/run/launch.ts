import type { EvalGatePolicy } from '@assay/sdk';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { launchInput } from '../../commands/run.ts';
import type { Action, Given } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable } from '../../output/printable.ts';
import { findId, isId } from '../../platform/find/find-named.ts';
import { findRunId } from '../../platform/find/find-run.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import type { ReportedFile } from '../../reporters/run-report.ts';
import { launchRuns, type LaunchSettings } from '../../runs/launch-run.ts';
import { launchTarget } from '../../runs/launch-targets.ts';
import { pushFile } from '../../runs/push-file.ts';
import { readGatePolicy } from '../../runs/read-gate-policy.ts';
import { reportRuns, type ReportedLaunch } from '../../runs/report-runs.ts';
import { suiteFileLines } from '../../runs/suite-file-lines.ts';

type Options = Given<typeof launchInput>['options'];

/** Launches suites, waits for the ends of their runs, and reports them. */
export const launchSuites: Action<typeof launchInput> = async (context, { arguments: { suite }, options }) => {
  const reports = await chooseReports(options, context.folder);
  const gate = options.gate === undefined ? undefined : await readGatePolicy(options.gate, context.folder);
  const launches: ReportedLaunch[] = [];
  let isIncomplete = false;
  for (const { suiteId, file } of await chooseSuites(context, suite, options)) {
    const settings = await settingsOf(context, suiteId, options, gate);
    const launched = await launchRuns(context, settings, await targetOf(context, options));
    const remarks = [...launched.failed, ...(launched.leftOut === undefined ? [] : [launched.leftOut])];
    for (const remark of remarks) context.terminal.err(`${printable(remark, context.terminal)}\n`);
    isIncomplete ||= launched.failed.length > 0;
    launches.push(...launched.runIds.map((runId) => ({ runId, file })));
  }
  const code = await reportRuns(context, launches, { ...options, reports });
  return code === exitCodes.passed && isIncomplete && !options.exitZero ? exitCodes.undecided : code;
};

interface ChosenSuite {
  suiteId: string;
  file: ReportedFile | undefined;
}

/** The suites that the arguments and tags name; files are pushed first. */
async function chooseSuites(
  context: CommandContext,
  names: readonly string[],
  options: Options,
): Promise<ChosenSuite[]> {
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const chosen: ChosenSuite[] = [];
  for (const name of names) {
    if (options.push) {
      const { suiteId, path, content } = await pushFile(context, assay, projectId, name);
      chosen.push({ suiteId, file: suiteFileLines(path, content) });
    } else {
      await refuseFile(context, name);
      chosen.push({ suiteId: await findId(context, 'suite', name), file: undefined });
    }
  }
  if (options.tag.length > 0)
    for await (const { id } of assay.listEvalSuites.all({ projectId })) {
      const { tags } = await assay.getEvalSuite({ projectId, suiteId: id });
      if (options.tag.some((tag) => tags.includes(tag)) && chosen.every(({ suiteId }) => suiteId !== id))
        chosen.push({ suiteId: id, file: undefined });
    }
  if (chosen.length > 0) return chosen;
  throw options.tag.length > 0
    ? new UsageError(`no suite has the tag ${options.tag.join(', ')}.`, ['assay suite list'])
    : new UsageError('which suite is to run?', [
        'assay suite list',
        'assay run <suite>',
        'assay run suite.yaml --push',
      ]);
}

/** A file runs only after it was pushed; a person who names one by mistake is told. */
async function refuseFile({ folder }: CommandContext, name: string): Promise<void> {
  if (isId(name) || !/\.(ya?ml|json)$/i.test(name)) return;
  const found = await stat(resolve(folder, name)).catch(() => undefined);
  if (found?.isFile())
    throw new UsageError(`${name} is a file, and runs here only as a suite of the project.`, [
      `assay run ${name} --push`,
      `assay test ${name}`,
    ]);
}

async function settingsOf(
  context: CommandContext,
  suiteId: string,
  { trials, budget, case: cases, baseline }: Options,
  gate: EvalGatePolicy | undefined,
): Promise<LaunchSettings> {
  const caseIds = await casesOf(context, suiteId, cases);
  return {
    suiteId,
    ...(trials !== undefined && { iterationOverride: trials }),
    ...(budget !== undefined && { budget: { usd: budget } }),
    ...(caseIds.length > 0 && { caseIds }),
    ...(gate && { gate }),
    ...(baseline !== undefined && { baseline: await baselineOf(context, suiteId, baseline) }),
  };
}

/** The ids of cases that are given by their ids in a suite file, their titles or their ids. */
async function casesOf(context: CommandContext, suiteId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { assay, projectId } = await context.platform();
  const declared = new Map<string, string>();
  for await (const { id, declaredId } of assay.listEvalCases.all({ projectId: await projectId(), suiteId }))
    if (declaredId !== undefined && names.includes(declaredId)) declared.set(declaredId, id);
  return Promise.all(
    names.map(async (name) => declared.get(name) ?? findId(context, 'case', name, { scope: { suiteId } })),
  );
}

/** A baseline by the id or number of a run, or by a branch. */
async function baselineOf(
  context: CommandContext,
  suiteId: string,
  text: string,
): Promise<NonNullable<LaunchSettings['baseline']>> {
  if (!isId(text) && !/^#?\d+$/.test(text)) return { branch: text };
  return { runId: await findRunId(context, text, { suiteId }) };
}

async function targetOf(context: CommandContext, { environment, client, server, model }: Options) {
  return launchTarget({
    environmentIds: await Promise.all(environment.map((name) => findId(context, 'environment', name))),
    clients: client,
    servers: await Promise.all(server.map(async (name) => ({ id: await findId(context, 'server', name), name }))),
    models: model,
  });
}
