import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const repositoryRoot = join(import.meta.dirname, '../..');

/** The outcome of a step: how many of its checks passed. A note says why some did not run. */
export interface StepOutcome {
  passed: number;
  failed: number;
  skipped: number;
  note?: string;
}

export interface CheckStep {
  name: string;
  run(): Promise<StepOutcome>;
}

export const passedOutcome: StepOutcome = { passed: 1, failed: 0, skipped: 0 };
export const failedOutcome = (note: string): StepOutcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  note,
});
export const skippedOutcome = (note: string): StepOutcome => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  note,
});

/** The sum of outcomes; notes are joined line by line. */
export const sumOutcomes = (outcomes: StepOutcome[]): StepOutcome => ({
  passed: outcomes.reduce((total, outcome) => total + outcome.passed, 0),
  failed: outcomes.reduce((total, outcome) => total + outcome.failed, 0),
  skipped: outcomes.reduce((total, outcome) => total + outcome.skipped, 0),
  note: outcomes.flatMap(({ note }) => note ?? []).join('\n'),
});

export interface EndedProgram {
  ok: boolean;
  output: string;
}

/**
 * Settings of the compiler, the linter of types and other programs in Go: they end before their garbage matters, and collecting
 * it takes up to half of their processor time. Only with memory to spare, in bytes.
 */
const ENOUGH_MEMORY = 12 * 2 ** 30;
const GO_SETTINGS = process.availableMemory() >= ENOUGH_MEMORY ? { GOGC: 'off', GOMEMLIMIT: '3GiB' } : {};

/** Runs a program of the workspace or of the machine, in the repository's root by default. `output` is all that it wrote. */
export async function runProgram(
  program: string,
  args: string[],
  { input = '', cwd = repositoryRoot }: { input?: string; cwd?: string } = {},
): Promise<EndedProgram> {
  const path = `${join(repositoryRoot, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(program, args, {
    cwd,
    env: { ...GO_SETTINGS, ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1' },
  });
  child.stdin.on('error', () => undefined).end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, output: (await output).join('').trim() };
}

/** A step that runs one program: it passes when the program exits with 0. */
export const commandStep = (name: string, program: string, args: string[]): CheckStep => ({
  name,
  run: async () => {
    const { ok, output } = await runProgram(program, args);
    return ok ? passedOutcome : failedOutcome(output);
  },
});
