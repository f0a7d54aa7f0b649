import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A phrase that makes a sentence hard to read, and what to write instead. */
interface Riddle {
  pattern: RegExp;
  instead: string;
}

/** The longest name of a test, in characters. */
const MAX_TEST_NAME = 90;

const riddles: Riddle[] = [
  { pattern: /\bwh(?:o|at|ich)ever\b/i, instead: 'name the noun: "the caller that …"' },
  { pattern: /\b(?:nobody|somebody|anybody|everybody|anyone|someone)\b/i, instead: 'name the person or the part' },
  { pattern: /\bso many\b|\ball the same\b|\bis for others to\b/i, instead: 'say the number or the reason' },
  {
    pattern: /\b(?:those|that) of (?:which|whom|the|a|an)\b|\bthose (?:that|who|which)\b/i,
    instead: 'repeat the noun',
  },
  { pattern: /\bwhat is (?:not|no)\b/i, instead: 'name the noun' },
  { pattern: /(?:^|\s)(?:\/\*\*?|\/\/|\*|--|#) (?:What|Whose|Whom|Who|That which) /, instead: 'begin with a noun' },
];

const SOURCES = ['*.ts', '*.tsx', '*.md', '*.sql', '*.proto', '*.yaml', ':!**/gen/**', ':!package-lock.json'];
/** Files that quote such phrases: this one, the glossary, patterns of hostile texts, and instructions to models. */
const EXEMPT = new Set([
  'deploy/check/prose.ts',
  'deploy/check/prose.test.ts',
  'docs/glossary.md',
  'packages/surface/src/lint/rules/texts.ts',
  'services/runner/src/domain/authoring/brief.ts',
  'services/runner/src/domain/judging/judge-question.ts',
]);

/** One place where a text breaks a rule of prose. */
export interface ProseIssue {
  line: number;
  phrase: string;
  instead: string;
}

/** Finds phrases that a reader in a hurry stumbles over, and names of tests that are too long. */
export function proseIssues(text: string): ProseIssue[] {
  return text.split('\n').flatMap((line, index) => [
    ...riddles.flatMap(({ pattern, instead }) => {
      const phrase = pattern.exec(line)?.[0].trim();
      return phrase === undefined ? [] : [{ line: index + 1, phrase, instead }];
    }),
    ...longTestName(line).map((phrase) => ({
      line: index + 1,
      phrase,
      instead: `name a test in at most ${MAX_TEST_NAME} characters`,
    })),
  ]);
}

function longTestName(line: string): string[] {
  const name = /^\s*(?:test|it|describe)\((['"`])(.*?)\1,/.exec(line)?.[2];
  return name !== undefined && name.length > MAX_TEST_NAME ? [name] : [];
}

/** Tracked files below the paths, all of them when there are none. */
const trackedFiles = (paths: string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...(paths.length > 0 ? paths : SOURCES)], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(?:tsx?|md|sql|proto|yaml)$/.test(path) && !path.includes('/gen/') && !EXEMPT.has(path));

if (import.meta.main) {
  let found = 0;
  for (const path of trackedFiles(process.argv.slice(2))) {
    for (const { line, phrase, instead } of proseIssues(readFileSync(path, 'utf8'))) {
      found++;
      console.log(`${path}:${line}: "${phrase}": ${instead}`);
    }
  }
  if (found > 0) console.log(`${found} phrases are hard to read.`);
  process.exitCode = found > 0 ? 1 : 0;
}
