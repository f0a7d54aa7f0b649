import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { sourceFiles } from './source-files.ts';

/*
 * Regular expressions of the product must take time in proportion to the text (CWE-1333). `recheck` decides that, which
 * takes seconds for some expressions, so its verdicts are kept in a file and the check only looks for expressions without
 * one. With --update this script asks recheck about new expressions and rewrites the file.
 */

const RECHECK = 'recheck@4.5.0';
const LISTED = join(import.meta.dirname, 'expressions.txt');
/** The time that recheck gets for one expression, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Files that are no part of the running product. */
const FOR_DEVELOPERS = /\.test\.|(?:^|\/)test\/|\/gen\/|^(?:deploy\/(?:check|bench)|packages\/testkit)\//;

/** A regular expression of a source file. */
export interface Expression {
  pattern: string;
  flags: string;
  line: number;
}

/**
 * The verdict on an expression: `safe` by recheck; `bounded` when every repetition has a bound, so that the time is at most
 * the product of the bounds for each character; `reviewed` when a person decided it, with the reason in the file.
 */
export type ExpressionVerdict = 'safe' | 'bounded' | 'reviewed';

/** The regular expression literals of a TypeScript source. */
export function expressionsIn(source: string): Expression[] {
  const { tokens } = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'], tokens: true });
  return (tokens as { type: { label: string }; value: { pattern: string; flags: string }; loc: Location }[])
    .filter(({ type }) => type.label === 'regexp')
    .map(({ value: { pattern, flags }, loc }) => ({ pattern, flags, line: loc.start.line }));
}

interface Location {
  start: { line: number };
}

/** Whether every repetition of a pattern has an upper bound. */
export const isBounded = (pattern: string): boolean =>
  !/[*+]|\{\d+,\}/.test(pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

/** The verdicts of the file, by the text of the expression. A line is the verdict, the expression and perhaps a reason. */
export function readVerdicts(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [textOfLine(line), line]));
}

const textOfLine = (line: string): string => line.slice(line.indexOf(' ') + 1).replace(/ {2}# .*$/, '');

export const textOf = ({ pattern, flags }: Expression): string => `/${pattern}/${flags}`;

/** The expressions of the product by their text, each with the places where it stands. */
function productExpressions(): Map<string, { expression: Expression; places: string[] }> {
  const found = new Map<string, { expression: Expression; places: string[] }>();
  for (const file of sourceFiles(['*.ts', '*.tsx']).filter((path) => !FOR_DEVELOPERS.test(path)))
    for (const expression of expressionsIn(readFileSync(file, 'utf8'))) {
      const known = found.get(textOf(expression)) ?? { expression, places: [] };
      known.places.push(`${file}:${expression.line}`);
      found.set(textOf(expression), known);
    }
  return found;
}

/** Asks recheck about expressions. It is installed for that alone: its packages are larger than all others of the check. */
function recheckVerdicts(expressions: Expression[]): { status: string; complexity?: { summary: string } }[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-expressions-'));
  try {
    const script = join(folder, 'ask.cjs');
    writeFileSync(
      script,
      `const { checkSync } = require('recheck');
       const asked = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
       const answers = asked.map(({ pattern, flags }) => checkSync(pattern, flags, { timeout: ${TIMEOUT_MS} }));
       process.stdout.write(JSON.stringify(answers));`,
    );
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, RECHECK]);
    const answer = execFileSync(process.execPath, [script], { input: JSON.stringify(expressions), encoding: 'utf8' });
    return JSON.parse(answer) as { status: string; complexity?: { summary: string } }[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the file with the verdicts of all expressions; answers the ones that are not linear or not decided. */
function update(): string[] {
  const found = productExpressions();
  const known = readVerdicts(readFileSync(LISTED, 'utf8'));
  const fresh = [...found].filter(([text]) => !known.has(text)).map(([, { expression }]) => expression);
  const answers = recheckVerdicts(fresh);
  const faults: string[] = [];
  fresh.forEach((expression, i) => {
    const text = textOf(expression);
    const { status, complexity } = answers[i]!;
    if (status === 'safe') known.set(text, `safe ${text}`);
    else if (isBounded(expression.pattern)) known.set(text, `bounded ${text}`);
    else faults.push(`${found.get(text)!.places.join(', ')}: ${text} is ${complexity?.summary ?? 'not decided'}`);
  });
  const head = readFileSync(LISTED, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'));
  const lines = [...known].filter(([text]) => found.has(text)).map(([, line]) => line);
  writeFileSync(LISTED, `${[...head, ...lines.toSorted()].join('\n')}\n`);
  return faults;
}

/** The expressions without a verdict, with their places. */
function unlisted(): string[] {
  const known = readVerdicts(readFileSync(LISTED, 'utf8'));
  return [...productExpressions()]
    .filter(([text]) => !known.has(text))
    .map(([text, { places }]) => `${places.join(', ')}: ${text} has no verdict; run npm run expressions`);
}

if (import.meta.main) {
  const faults = process.argv.includes('--update') ? update() : unlisted();
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
