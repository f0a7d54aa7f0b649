import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { GateJourneyWaveRequest, JourneyWaveGateReport } from '@assay/sdk';
import { EXIT_CODES, UsageError, type CommandEnv, type ExitCode, type OutputStreams } from '../command.ts';
import { parseChoice, readTextFile } from '../files.ts';
import { PlatformError, platformOf, replyOf, type Platform } from '../platform.ts';

const options = {
  policy: { type: 'string' },
  baseline: { type: 'string' },
  launch: { type: 'string', multiple: true, default: [] as string[] },
  timeout: { type: 'string', default: '60' },
  interval: { type: 'string', default: '5' },
  format: { type: 'string', default: 'text' },
  project: { type: 'string', default: 'default' },
  'assay-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

const EXITS: Record<JourneyWaveGateReport['outcome'], ExitCode> = {
  passed: EXIT_CODES.ok,
  failed: EXIT_CODES.faulty,
  undecided: EXIT_CODES.undecided,
};

/** Launches journeys in a wave, waits until it is over, and judges it by a policy. */
export async function gateWave(args: string[], { out, err }: OutputStreams, env: CommandEnv): Promise<ExitCode> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [wave] = positionals;
  if (wave === undefined || positionals.length > 1) throw new UsageError('assay wave gate needs one wave');
  const format = parseChoice('format', values.format, ['text', 'json']);
  const policy = await readPolicy(values.policy);
  const within = positiveNumber('timeout', values.timeout) * 60_000;
  const everyMs = positiveNumber('interval', values.interval) * 1_000;
  const platform = platformOf('assay wave gate', values, env);
  const asked = { policy, ...(values.baseline !== undefined && { baselineWaveId: values.baseline }) };
  try {
    for (const journeyId of values.launch) await launch(platform, journeyId, wave);
    const report = await endOf(platform, wave, asked, { until: Date.now() + within, everyMs, err });
    out(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : textOf(wave, report));
    if (!report.isOver) err(`the wave was not over after ${values.timeout} minutes\n`);
    return EXITS[report.outcome];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    err(`${error.message}\n`);
    return EXIT_CODES.undecided;
  }
}

/** A policy that is written in place, or in a file. */
async function readPolicy(given: string | undefined): Promise<GateJourneyWaveRequest['policy']> {
  if (given === undefined) throw new UsageError('assay wave gate needs --policy <file or JSON>');
  const text = given.trimStart().startsWith('{') ? given : await readTextFile(given);
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null) return policy;
  } catch {
    // No JSON at all is refused like another JSON.
  }
  throw new UsageError('--policy is a JSON object, or a file with one');
}

function positiveNumber(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= MAX_NUMBER) return value;
  throw new UsageError(`--${option} is a number above 0`);
}
const MAX_NUMBER = 10_000;

/** A repeated command with the same wave launches nothing twice. */
const launch = (platform: Platform, journeyId: string, wave: string): Promise<unknown> =>
  replyOf(
    platform,
    platform.assay.launchJourneyRun(
      { projectId: platform.projectId, journeyId },
      { waveId: wave, idempotencyKey: `wave ${wave}` },
    ),
  );

/** The report of a wave once it is over, or when the time is up. What fails for a while is asked again. */
async function endOf(
  platform: Platform,
  wave: string,
  asked: GateJourneyWaveRequest,
  { until, everyMs, err }: { until: number; everyMs: number; err: OutputStreams['err'] },
): Promise<JourneyWaveGateReport> {
  for (let told = ''; ;) {
    const nextAt = Date.now() + everyMs;
    const waitS = Math.floor(Math.min(everyMs, Math.max(0, until - Date.now())) / 1_000);
    const asking = platform.assay.gateJourneyWave({ projectId: platform.projectId, waveId: wave }, asked, {
      preferredWait: waitS,
    });
    const report = await replyOf(platform, asking).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error.final || Date.now() + everyMs > until) throw error;
    });
    if (report && (report.isOver || Date.now() + everyMs > until)) return report;
    const now = report ? progressOf(report) : told;
    if (now !== told) err(`${now}\n`);
    told = now;
    await pause(Math.max(0, nextAt - Date.now()));
  }
}

const progressOf = ({ sessions: { underWay, total } }: JourneyWaveGateReport): string =>
  underWay > 0 ? `${underWay} of ${total} sessions are under way or not graded yet` : 'the findings are mined';

const WORDS: Record<string, string> = { passed: 'passed', failed: 'failed' };

function textOf(wave: string, { outcome, verdicts, sessions }: JourneyWaveGateReport): string {
  const { total, graded, passed, brokenOff } = sessions;
  return [
    `wave ${wave}: ${outcome}`,
    ...verdicts.map(({ gate, status, message }) => `  ${(WORDS[status] ?? 'open').padEnd(6)} ${gate}: ${message}`),
    `  ${total} sessions: ${graded} graded, ${passed} passed, ${brokenOff} broke off`,
    '',
  ].join('\n');
}
