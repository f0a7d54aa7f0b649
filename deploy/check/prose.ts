import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readableText } from './prose/readable-text.ts';
import { refusedWords, wordFinder } from './prose/refused-words.ts';
import { sourceFiles } from './source-files.ts';
import { repositoryRoot } from './step.ts';

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
  {
    pattern:
      /\b(?:that|those|these) of (?:this|that|these|those|them|its|their|all|each|every|other|others|another|one)\b/i,
    instead: 'repeat the noun',
  },
  { pattern: /\bof theirs\b|\b(?:one|any|some|none|each) of ours\b/i, instead: 'name the noun: "one of their …"' },
  { pattern: /\b(?:goes?|comes?|came|went) again\b/i, instead: 'say what happens: "is closed", "is sent again"' },
  { pattern: /\bwhat is (?:not|no)\b/i, instead: 'name the noun' },
  { pattern: /(?:^|\s)(?:\/\*\*?|\/\/|\*|--|#) (?:What|Whose|Whom|Who|That which) /, instead: 'begin with a noun' },
];

const GLOSSARY = 'docs/glossary.md';
const SOURCES = ['*.ts', '*.tsx', '*.md', '*.sql', '*.proto', '*.yaml', ':!**/gen/**', ':!package-lock.json'];
/** Files that quote such phrases: the checks, the glossary, patterns of hostile texts, and instructions to models. */
const EXEMPT = new Set([
  'deploy/check/prose.ts',
  'deploy/check/prose.test.ts',
  'deploy/check/prose/refused-words.ts',
  'deploy/check/prose/refused-words.test.ts',
  GLOSSARY,
  'packages/surface/src/lint/rules/texts.ts',
  'services/runner/src/domain/authoring/brief.ts',
  'services/runner/src/domain/judging/judge-question.ts',
]);

/** Files with words of others: a table of tools from everyday life. */
const FOREIGN = new Set(['services/runs/src/domain/catalogue-labs/distractor-rows.ts']);

/** Names that others gave or that are published; their words are not ours to choose. */
const FOREIGN_NAMES = [
  'chunkNames',
  'chunkSize',
  'Z_MIN_CHUNK',
  "'chunks'",
  '`chunks`',
  'assay.time_to_first_chunk_ms',
];
const withoutForeignNames = (line: string): string =>
  FOREIGN_NAMES.reduce((left, name) => left.replaceAll(name, ''), line);

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

/** The files below the paths, all of them when there are none. */
const proseFiles = (paths: string[]): string[] =>
  sourceFiles(paths.length > 0 ? paths : SOURCES).filter(
    (path) => /\.(?:tsx?|md|sql|proto|yaml)$/.test(path) && !path.includes('/gen/') && !EXEMPT.has(path),
  );

/** The words that the glossary refuses, in the name of a file and in its lines. */
function wordIssues(path: string, text: string, find: ReturnType<typeof wordFinder>): ProseIssue[] {
  if (FOREIGN.has(path)) return [];
  return [path, ...text.split('\n')].flatMap((line, at) =>
    find(withoutForeignNames(line)).map(({ word, instead }) => ({
      line: at,
      phrase: word,
      instead: `the glossary's word is "${instead}"`,
    })),
  );
}

if (import.meta.main) {
  const find = wordFinder(refusedWords(readFileSync(join(repositoryRoot, GLOSSARY), 'utf8')));
  let found = 0;
  for (const path of proseFiles(process.argv.slice(2))) {
    const text = readableText(path, readFileSync(join(repositoryRoot, path), 'utf8'));
    for (const { line, phrase, instead } of [...proseIssues(text), ...wordIssues(path, text, find)]) {
      found++;
      console.log(`${path}${line > 0 ? `:${line}` : ''}: "${phrase}": ${instead}`);
    }
  }
  if (found > 0) console.log(`${found} phrases are hard to read or refused.`);
  process.exitCode = found > 0 ? 1 : 0;
}
