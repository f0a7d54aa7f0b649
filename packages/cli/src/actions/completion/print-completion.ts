import { UsageError } from '../../command-failure.ts';
import type { completionInput } from '../../commands/completion.ts';
import type { Action } from '../../declare/command.ts';
import { completeWords } from './complete-words.ts';
import { shellScripts } from './shell-scripts.ts';

/** Prints the script of a shell, or the candidates that such a script asks for. */
export const printCompletion: Action<typeof completionInput> = async ({ terminal }, given) => {
  const { shell, word } = given.arguments;
  if (shell === 'words') {
    const found = await completeWords(given.options.next ? [...word, ''] : word);
    terminal.out(found.map(({ word: candidate, about }) => `${candidate}\t${about}\n`).join(''));
    return;
  }
  if (!Object.hasOwn(shellScripts, shell))
    throw new UsageError(`there is no completion for "${shell}".`, [
      `Shells:  ${Object.keys(shellScripts).join(', ')}`,
    ]);
  terminal.out(shellScripts[shell as keyof typeof shellScripts]);
};
