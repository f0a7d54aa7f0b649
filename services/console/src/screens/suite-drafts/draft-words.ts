import type { EvalCaseDraftEntry } from '@assay/sdk';
import type { OperationId, ReplyOf } from '../../data/operations.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** A draft with its job and what helps to decide it. */
export type DraftEntry = EvalCaseDraftEntry;
type Issue = DraftEntry['draft']['issues'][number];
/** The trial that is kept with a draft. */
export type DraftTrial = NonNullable<DraftEntry['draft']['trial']>;

/** The operations whose answers change with a decision about a draft. */
export const draftReads = ['listEvalCaseDrafts', 'listEvalAuthoringJobs'] as const satisfies readonly OperationId[];

/** The unresolved issues that block a draft. */
export const openIssuesOf = ({ draft: { issues } }: DraftEntry): readonly (Issue & { index: number })[] =>
  issues
    .map((issue, index) => ({ ...issue, index }))
    .filter(({ blocking, resolution }) => blocking && resolution === undefined);

/** Whether something blocks the draft. */
export const isDoubtful = ({ draft: { review } }: DraftEntry): boolean => review === 'required';

/** The decision about a draft; `open` while there is none. */
export const decisionOf = ({ draft: { decision } }: DraftEntry): 'open' | 'kept' | 'rejected' => decision ?? 'open';

/** The doubt about a draft in a few words, behind the argument that is one; undefined without a doubt. */
export function doubtOf(entry: DraftEntry): { argument?: string; words: string } | undefined {
  const [issue] = openIssuesOf(entry);
  if (issue?.guess) return { argument: visibleText(issue.guess.argument), words: ' is a guess' };
  if (issue) return { words: visibleText(issue.message) };
  const [addition] = entry.draft.additions;
  return addition && { words: `adds what the source does not say: ${visibleText(addition.explanation)}` };
}

/** The input that the drafts of a job come from, as the head of their group. */
export function originWords({ origin }: Pick<DraftEntry, 'origin'>): string {
  switch (origin.kind) {
    case 'tools':
      return `The tools of ${(origin.servers ?? []).map(visibleText).join(', ') || 'the servers'}`;
    case 'document':
      return visibleText(origin.fileName ?? 'A document');
    case 'session':
      return 'A session';
    case 'recording':
      return 'A recorded trial';
  }
}

/** The lines of a document that a group of drafts was taken from. */
export function linesOf(entries: readonly DraftEntry[]): string | undefined {
  const sources = entries.flatMap(({ draft }) => draft.source ?? []);
  if (sources.length === 0) return undefined;
  const [first, last] = [
    Math.min(...sources.map(({ startLine }) => startLine)),
    Math.max(...sources.map(({ endLine }) => endLine)),
  ];
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/** How a guess was made, as a sentence. */
export const guessWords: Record<NonNullable<Issue['guess']>['how'], string> = {
  listed: 'It was taken from a list that another tool of the server answered.',
  pattern: 'It was made from the pattern in the schema: the shortest text that fits.',
  type: 'It was made from the type in the schema: the smallest value that fits.',
};

/** A value of a guess as JSON has it, without quotation marks around a text that is not empty. */
export const writeGuess = (value: unknown): string =>
  visibleText(typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value));

/** The drafts of a suite as they were read. */
export type DraftPage = ReplyOf<'listEvalCaseDrafts'>;
