import type { CommandContext } from '../../command-context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { printJson } from '../../output/print-json.ts';
import { printable } from '../../output/printable.ts';
import type { TestOptions } from '../../commands/test.ts';

/** Tells that no trial ran, so that there is no run whose sentence the API could make: why, and what to try. */
export function tellNoRun(
  { terminal }: CommandContext,
  { json }: Pick<TestOptions, 'json'>,
  why: string,
  next?: string,
): void {
  const sentence = 'Not established. No trial ran.';
  const because = next === undefined ? why : `${why} ${next}`;
  const document = {
    verdict: 'notEstablished',
    sentence,
    because,
    run: null,
    gate: null,
    exitCode: exitCodes.undecided,
  };
  const shown = (text: string) => printable(text, terminal);
  terminal.out(
    json === undefined
      ? `${markOf('open', terminal)} ${sentence} ${shown(why)}\n${next === undefined ? '' : `  ${shown(next)}\n`}`
      : printJson(document),
  );
}
