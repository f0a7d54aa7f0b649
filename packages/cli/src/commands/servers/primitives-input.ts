import { one } from '../../declare/arguments.ts';
import { takes } from '../../declare/command.ts';
import { number } from '../../declare/options.ts';

/** The input of the commands that list tools, resources and prompts of a server. */
export const listPrimitivesInput = takes({
  arguments: { server: one('The server, by name or id.') },
  options: { limit: number('<count>', 'The most items; all of them without it.') },
  needs: 'project',
  prints: 'list',
});
