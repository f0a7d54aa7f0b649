import { readFile } from 'node:fs/promises';
import { squawk } from './tools.ts';
import { runProgram } from './step.ts';

/** A statement of a migration that stops traffic on a large table. */
export interface MigrationFault {
  file: string;
  line: number;
  rule: string;
  message: string;
}

/**
 * Rules of squawk that do not hold here: the migrator sets the lock time-out and takes each file in a transaction, types
 * are chosen by what is counted, and whether a dropped column was still read is what the tests of the release tell.
 */
const EXCLUDED = [
  'ban-drop-column',
  'ban-drop-not-null',
  'ban-drop-table',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-lock-timeout',
  'require-statement-timeout',
];

/** Our own rule beside those of squawk: one statement that writes a whole table holds its locks, and its bloat, at once. */
const REWRITE = 'rewrite-in-batches';
const IGNORED = /^\s*-- lint-ignore rewrite-in-batches$/;
const WRITES = /^\s*(?:update|delete\s+from)\s/i;

/** The shape of an entry that squawk prints. */
interface SquawkEntry {
  file: string;
  line: number;
  rule_name: string;
  message: string;
  help: string | null;
}

/**
 * The faults of migrations about tables that have rows already; a table that the same file creates has none. Undefined
 * when squawk cannot be fetched.
 */
export async function lintMigrations(files: string[]): Promise<MigrationFault[] | undefined> {
  if (files.length === 0) return [];
  // Without a way to the registry npx would try again for minutes.
  const command = ['--yes', '--prefer-offline', '--fetch-retries=0', '--fetch-timeout=20000', squawk];
  const options = ['--assume-in-transaction', '--pg-version=18', '--reporter=json', `--exclude=${EXCLUDED.join(',')}`];
  const { ok, output } = await runProgram('npx', [...command, ...options, ...files]);
  const [start, end] = [output.indexOf('[{'), output.lastIndexOf('}]') + 2];
  if (!ok && start < 0) {
    if (!(await runProgram('npx', [...command, '--version'])).ok) return undefined;
    throw new Error(`squawk failed: ${output}`);
  }
  const found = start < 0 ? [] : (JSON.parse(output.slice(start, end)) as SquawkEntry[]);
  const own = await Promise.all(files.map(async (file) => rewritesIn(file, await readFile(file, 'utf8'))));
  return [
    ...found.map(({ file, line, rule_name: rule, message, help }) => ({
      file,
      line: line + 1,
      rule,
      message: [message, help].filter(Boolean).join(' '),
    })),
    ...own.flat(),
  ].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

const rewritesIn = (file: string, text: string): MigrationFault[] => {
  const lines = text.split('\n');
  return lines.flatMap((line, i) =>
    WRITES.test(line) && !IGNORED.test(lines[i - 1] ?? '')
      ? {
          file,
          line: i + 1,
          rule: REWRITE,
          message:
            'Writing many rows in one statement stops other writers: use a background task that works in batches.',
        }
      : [],
  );
};
