import { failedOutcome, passedOutcome, runProgram, skippedOutcome, type StepOutcome } from '../step.ts';

/** A generator that npx fetches: the packages that it needs, as npx takes them. */
export type NpxGenerator = string[];

/** Runs a generator and then `check`. A generator that cannot be fetched is skipped. */
export async function generateByNpx(
  packages: NpxGenerator,
  program: string,
  args: string[],
  check: () => Promise<StepOutcome>,
): Promise<StepOutcome> {
  // Without a way to the registry npx would try again for minutes.
  const fetching = ['--yes', '--prefer-offline', '--fetch-retries=0', '--fetch-timeout=20000'];
  const run = (...asked: string[]) =>
    runProgram('npx', [...fetching, ...packages.flatMap((name) => ['-p', name]), program, ...asked]);
  const { ok, output } = await run(...args);
  if (ok) return check();
  return (await run('--version')).ok ? failedOutcome(output) : skippedOutcome(`${packages[0]} could not be fetched`);
}

/** Runs compilers one after another, until one fails. */
export async function compileAll(...programs: [string, string[], string?][]): Promise<StepOutcome> {
  for (const [program, args, cwd] of programs) {
    const { ok, output } = await runProgram(program, args, cwd === undefined ? {} : { cwd });
    if (!ok) return failedOutcome(output);
  }
  return passedOutcome;
}
