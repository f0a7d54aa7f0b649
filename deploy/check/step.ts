import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const root = join(import.meta.dirname, '../..');

/** The outcome of a step: how many of its checks passed. A note says why some did not run. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  note?: string;
}

export interface Step {
  name: string;
  run(): Promise<Outcome>;
}

export const passed: Outcome = { passed: 1, failed: 0, skipped: 0 };
export const failed = (note: string): Outcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  note,
});
export const skipped = (note: string): Outcome => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  note,
});

/** The sum of outcomes; notes are joined line by line. */
export const sum = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, outcome) => total + outcome.passed, 0),
  failed: outcomes.reduce((total, outcome) => total + outcome.failed, 0),
  skipped: outcomes.reduce((total, outcome) => total + outcome.skipped, 0),
  note: outcomes.flatMap(({ note }) => note ?? []).join('\n'),
});

export interface Ended {
  ok: boolean;
  output: string;
}

/** Runs a program of the workspace or of the machine in the repository's root. `output` is everything that it wrote. */
export async function run(program: string, args: string[], input = ''): Promise<Ended> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1' } });
  child.stdin.on('error', () => undefined).end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, output: (await output).join('').trim() };
}

/** A step that runs one program: it passes when the program exits with 0. */
export const command = (name: string, program: string, args: string[]): Step => ({
  name,
  run: async () => {
    const { ok, output } = await run(program, args);
    return ok ? passed : failed(output);
  },
});
