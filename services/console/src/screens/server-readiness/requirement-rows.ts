import type { ReplyOf } from '../../data/operations.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';

export type Report = ReplyOf<'getReadinessReport'>;
export type Requirement = Report['requirements'][number];
export type Result = Requirement['result'];

/** The headings of lanes. */
const LANES: Record<Requirement['lane'], string> = {
  'runtime-compatibility': 'Works as a connector',
  'directory-policy': 'Keeps the directory’s policy',
  'submission-artifacts': 'What has to be handed in',
  'experience-insights': 'What using it shows',
  'optional-features': 'Optional features',
  'release-contract': 'Release contract',
  'plugin-package': 'Package',
};

export const resultMarks: Record<Result, MarkKind> = {
  fail: 'failed',
  warn: 'warning',
  notEvaluated: 'open',
  pass: 'passed',
  notApplicable: 'pending',
};

/** The results as filters name them. */
export const resultWords: Record<Result, string> = {
  fail: 'not met',
  warn: 'to look at',
  notEvaluated: 'no answer',
  pass: 'met',
  notApplicable: 'not applicable',
};

/** One requirement, or the settled ones of a lane as one row. */
export type RequirementRow =
  | { id: string; requirement: Requirement; settled?: undefined }
  | { id: string; settled: Requirement[]; requirement?: undefined };

export interface LaneGroup {
  lane: string;
  word: string;
  count: number;
  rows: RequirementRow[];
}

const isSettled = ({ result }: Requirement): boolean => result === 'pass' || result === 'notApplicable';

/** The requirements by lane, what is open first. Settled ones are one row, unless a filter asks for them. */
export function lanesOf({ requirements }: Report, wanted: readonly string[]): LaneGroup[] {
  return Object.entries(LANES).flatMap(([lane, word]) => {
    const own = requirements.filter((each) => each.lane === lane);
    const shown = own.filter(({ result }) => wanted.length === 0 || wanted.includes(result));
    if (shown.length === 0) return [];
    const single = wanted.length > 0 ? shown : shown.filter((each) => !isSettled(each));
    const settled = wanted.length > 0 ? [] : shown.filter(isSettled);
    const rows: RequirementRow[] = single.map((requirement) => ({ id: requirement.id, requirement }));
    if (settled.length > 0) rows.push({ id: `settled:${lane}`, settled });
    return [{ lane, word, count: own.length, rows }];
  });
}

/** How many requirements have a result. */
export const countOf = ({ requirements }: Report, ...results: Result[]): number =>
  requirements.filter(({ result }) => results.includes(result)).length;

/** The finding about a requirement, in a few words. */
export function foundOf({ result, detail, statable, missingInput }: Requirement): string {
  if (result === 'notEvaluated') return statable ? 'you must state it' : `needs ${missingInput ?? 'evidence'}`;
  return detail;
}
