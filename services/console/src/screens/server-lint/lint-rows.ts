import type { LintFinding, LintReport } from '@assay/sdk';
import { writeCountOf } from '../../lib/format/numbers.ts';

export type LintedReport = Extract<LintReport, { kind: 'lintReport' }>;
export type Finding = LintFinding & { suppressionId?: string };

/** The findings of a rule about one item, which are one row of the list. */
export interface LintRow {
  /** `{ruleId}:{kind}:{name}`, as the address has it. */
  id: string;
  ruleId: string;
  kind: Finding['location']['kind'];
  name: string;
  severity: Finding['severity'];
  findings: Finding[];
}

/** Filters of the list. */
export interface LintWishes {
  q?: string | undefined;
  severity?: string | undefined;
  rule?: string | undefined;
  suppressed?: true | undefined;
}

const textOf = ({ ruleId, location, message }: Finding): string =>
  `${location.name} ${location.path} ${ruleId} ${message}`.toLowerCase();

/** The rows of a report, in its order; with `suppressed` the suppressed ones. */
export function rowsOf(report: LintedReport, { q = '', severity, rule, suppressed }: LintWishes): LintRow[] {
  const wanted: readonly Finding[] = suppressed ? report.suppressed : report.findings;
  const rows = new Map<string, LintRow>();
  for (const finding of wanted) {
    const { ruleId, location } = finding;
    if (severity !== undefined && finding.severity !== severity) continue;
    if (rule !== undefined && ruleId !== rule) continue;
    if (q !== '' && !textOf(finding).includes(q.toLowerCase())) continue;
    const id = `${ruleId}:${location.kind}:${location.name}`;
    const row = rows.get(id);
    if (row) row.findings.push(finding);
    else
      rows.set(id, {
        id,
        ruleId,
        kind: location.kind,
        name: location.name,
        severity: finding.severity,
        findings: [finding],
      });
  }
  return [...rows.values()];
}

/** Rows that belong together: the rows of a tool, of all other items, or of a rule. */
export interface LintGroup {
  id: string;
  /** The tool or the rule; undefined for items that are no tools. */
  name: string | undefined;
  rows: LintRow[];
}

/** By tool, those with the most findings first; resources, prompts and the server itself stand at the end. */
export function groupsByTool(rows: readonly LintRow[]): LintGroup[] {
  const tools = Map.groupBy(
    rows.filter(({ kind }) => kind === 'tool'),
    ({ name }) => name,
  );
  const others = rows.filter(({ kind }) => kind !== 'tool');
  return [
    ...[...tools].map(([name, own]): LintGroup => ({ id: `tool ${name}`, name, rows: own })),
    ...(others.length > 0 ? [{ id: 'others', name: undefined, rows: others }] : []),
  ];
}

/** By rule, in the order of severity. */
export const groupsByRule = (rows: readonly LintRow[]): LintGroup[] =>
  [...Map.groupBy(rows, ({ ruleId }) => ruleId)].map(([name, own]) => ({ id: `rule ${name}`, name, rows: own }));

/** The number of findings of rows. */
export const findingsIn = (rows: readonly LintRow[]): number =>
  rows.reduce((sum, { findings }) => sum + findings.length, 0);

const NOUNS: Record<string, [noun: string, rest: string]> = {
  'parameter-description-missing': ['parameter', 'without a description'],
  'parameter-type-missing': ['parameter', 'without a type'],
  'parameter-enum-undescribed': ['parameter', 'with values that nothing explains'],
  'prompt-argument-undescribed': ['argument', 'without a description'],
};

/** The last part of a JSON Pointer, as it is written in the document. */
export const lastKey = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The text of a row: a phrase, and the names of the places that it is about. */
export function phraseOf({ ruleId, findings }: LintRow): { phrase: string; names: string[] } {
  const [noun, rest] = NOUNS[ruleId] ?? [];
  if (noun !== undefined) {
    const places = findings.map(({ location }) => location.path).filter((path) => path !== '');
    const counted = findings.length === 1 ? noun : writeCountOf(findings.length, noun);
    return {
      phrase: `${counted} ${rest}`,
      names: ruleId === 'prompt-argument-undescribed' ? [] : places.map(lastKey),
    };
  }
  const [first] = findings;
  const phrase = shortened(first!.message);
  return { phrase: findings.length === 1 ? phrase : `${phrase}, and ${findings.length - 1} more`, names: [] };
}

/** A sentence about an item as the rest of a sentence: `It has no description.` is `no description`. */
function shortened(message: string): string {
  const has = /^It has (.*)\.$/.exec(message);
  if (has) return has[1]!;
  const does = /^It (.*)\.$/.exec(message) ?? /^Its description (does .*)\.$/.exec(message);
  if (does) return does[1]!;
  const plain = message.replace(/\.$/, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}
