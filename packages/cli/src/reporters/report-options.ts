import { flag, text, texts } from '../declare/options.ts';

/** Options of commands that print a verdict and write reports. */
export const reportOptions = {
  reporter: texts('<format[=file]>', 'A report: text, json, junit, github, gitlab or markdown; may be given again.'),
  junit: text('<file>', 'Write JUnit XML to a file, as --reporter junit=<file>.'),
  all: flag('List every case, also the passed ones.'),
  exitZero: flag('Exit with 0 for every verdict, for dashboards.'),
} as const;
