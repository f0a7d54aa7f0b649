import { flag, optional, text } from './options.ts';

/** Options of every command. */
export const globalOptions = {
  quiet: flag('Print the result and nothing else.', { short: 'q' }),
  noColor: flag('Print without colours, as with NO_COLOR or into a pipe.'),
  utc: flag('Show times in UTC.'),
  yes: flag('Answer every confirmation with yes.', { short: 'y' }),
  debug: text('<file>', 'Write what the command does to a file, without secrets.'),
} as const;

/** Options of commands that call a platform. */
export const platformOptions = {
  assayUrl: text('<url>', 'The address of the platform (ASSAY_URL).'),
} as const;

/** Options of commands of the operator, beside the address. */
export const operatorOptions = {
  data: text('<folder>', 'The data folder of a platform on this machine, which has the key (.assay).'),
} as const;

/** Options of commands that work in a project. */
export const projectOptions = {
  project: text('<project>', 'The project, by name or id (ASSAY_PROJECT).'),
} as const;

/** Options of commands that print a document. */
export const documentOptions = {
  json: optional('[fields]', 'Print JSON: all of it, or the fields of a list such as id,summary.passRate.'),
} as const;

/** Options of commands that print a list. */
export const listOptions = {
  ...documentOptions,
  jsonl: flag('Print one JSON object a line, as the items come.'),
} as const;
