/** How `buildctl` ended: with an exit code, or by a signal. */
export interface BuildExit {
  code: number | null;
  signal: string | null;
}

const UNREACHABLE = /^error: .*(?:failed to list workers|failed to dial|connection error: desc)/i;
/** The last lines of the output that an error repeats, and their characters in all. */
const [SHOWN_LINES, SHOWN_CHARACTERS] = [5, 800];

/** Why a build failed, from the masked end of its output. */
export function buildFailure(log: string, { code, signal }: BuildExit): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => UNREACHABLE.test(line)))
    return 'The builder cannot be reached at the BUILDKIT_ADDRESS of the runner.';
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  const shown = lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN_CHARACTERS).toWellFormed();
  return shown === '' ? `The build failed with ${how} and no output.` : `The build failed with ${how}:\n${shown}`;
}
