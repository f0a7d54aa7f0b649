import { setTimeout as pause } from 'node:timers/promises';
import type { GateJourneyWaveRequest, JourneyWaveGateReport } from '@assay/sdk';
import { given } from '@assay/contract/given';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { gateInput } from '../../commands/wave.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { printable } from '../../output/printable.ts';
import { isOutage } from '../../platform/explain-failure.ts';
import type { ProjectPlatform } from '../../platform/open-platform.ts';
import { gateTable } from '../../reporters/report-text.ts';
import type { Terminal } from '../../terminal.ts';

const EXITS: Record<JourneyWaveGateReport['outcome'], ExitCode> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  undecided: exitCodes.undecided,
};

/** How long to wait, in minutes, and the time between two questions, in seconds, where the caller does not say. */
const [TIMEOUT_MINUTES, INTERVAL_SECONDS] = [60, 5];

/** Launches journeys in a wave, waits until it is over, and judges it by a policy. */
export const gateWave: Action<typeof gateInput> = async (context, { arguments: { wave }, options }) => {
  const { baseline, launch: journeys, timeout = TIMEOUT_MINUTES, interval = INTERVAL_SECONDS, json } = options;
  const asked = { policy: await readPolicy(options.policy), ...given({ baselineWaveId: baseline }) };
  const platform = await context.platform();
  for (const journeyId of journeys) await launch(platform, journeyId, wave);
  const report = await endOf(context, platform, wave, asked, {
    until: Date.now() + timeout * 60_000,
    everyMs: interval * 1_000,
  });
  const { terminal } = context;
  const exitCode = EXITS[report.outcome];
  const document = {
    verdict: report.outcome,
    sentence: report.sentence,
    because: report.because,
    gate: report,
    exitCode,
  };
  if (json === undefined) terminal.out(textOf(terminal, report));
  else terminal.out(printJson(typeof json === 'string' ? pickFields(document, json) : document));
  if (!report.isOver) terminal.err(`The wave was not over after ${timeout} minutes.\n`);
  return exitCode;
};

/** A policy that is written in place, or in a file. */
async function readPolicy(given: string | undefined): Promise<GateJourneyWaveRequest['policy']> {
  if (given === undefined) throw new UsageError('assay wave gate needs a --policy', ['assay wave gate --help']);
  const text = given.trimStart().startsWith('{') ? given : await readTextFile(given);
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null) return policy;
  } catch {
    // No JSON at all is refused like another JSON.
  }
  throw new UsageError('--policy is a JSON object, or a file with one');
}

/** A repeated command with the same wave launches nothing twice. */
const launch = async ({ assay, projectId }: ProjectPlatform, journeyId: string, wave: string): Promise<unknown> =>
  assay.launchJourneyRun({ projectId: await projectId(), journeyId }, { waveId: wave, idempotencyKey: `wave ${wave}` });

/** The report of a wave once it is over, or when the time is up. What fails for a while is asked again. */
async function endOf(
  { terminal: { err }, interrupted: signal }: CommandContext,
  { assay, projectId }: ProjectPlatform,
  wave: string,
  asked: GateJourneyWaveRequest,
  { until, everyMs }: { until: number; everyMs: number },
): Promise<JourneyWaveGateReport> {
  for (let told = ''; ;) {
    const nextAt = Date.now() + everyMs;
    const waitS = Math.floor(Math.min(everyMs, Math.max(0, until - Date.now())) / 1_000);
    const asking = assay.gateJourneyWave({ projectId: await projectId(), waveId: wave }, asked, {
      preferredWait: waitS,
      retries: 0,
    });
    const report = await asking.catch((error: unknown) => {
      if (!isOutage(error) || Date.now() + everyMs > until) throw error;
    });
    if (report && (report.isOver || Date.now() + everyMs > until)) return report;
    const now = report ? progressOf(report) : told;
    if (now !== told) err(`${now}\n`);
    told = now;
    await pause(Math.max(0, nextAt - Date.now()), undefined, { signal });
  }
}

const progressOf = ({ sessions: { underWay, total } }: JourneyWaveGateReport): string =>
  underWay > 0 ? `${underWay} of ${total} sessions are under way or not graded yet` : 'the findings are mined';

const OUTCOMES: Record<JourneyWaveGateReport['outcome'], Outcome> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'open',
};

/** The rules of the gate, the counts of sessions, and the decision in the API's words. */
function textOf(terminal: Terminal, { outcome, verdicts, sessions, sentence }: JourneyWaveGateReport): string {
  const { total, graded, passed, brokenOff } = sessions;
  return [
    gateTable(verdicts, undefined, terminal),
    `  ${total} sessions: ${graded} graded, ${passed} passed, ${brokenOff} broke off\n\n`,
    `${markOf(OUTCOMES[outcome], terminal)} ${printable(sentence, terminal)}\n`,
  ].join('');
}
