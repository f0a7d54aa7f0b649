import { any, one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { flag } from '../declare/options.ts';

export const completionInput = takes({
  arguments: {
    shell: one('bash, zsh, fish or powershell; words prints what the scripts of the shells ask for.'),
    word: any('After words: the words of the command line, the last one as far as it is typed.'),
  },
  options: { next: flag('After words: the word that follows is asked for.') },
});

export const completionCommands = [
  command({
    words: 'completion',
    summary: 'Print the script that completes commands in a shell.',
    input: completionInput,
    examples: [
      'assay completion bash > ~/.local/share/bash-completion/completions/assay',
      'assay completion zsh > ~/.zfunc/_assay',
      'assay completion fish > ~/.config/fish/completions/assay.fish',
      'assay completion powershell | Out-String | Invoke-Expression',
    ],
    load: async () => (await import('../actions/completion/print-completion.ts')).printCompletion,
  }),
];
