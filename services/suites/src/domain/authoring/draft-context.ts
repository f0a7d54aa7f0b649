import type { CaseDraft, DraftChoice, EvalCaseDraftEntry } from '@assay/contract/areas/authoring/drafts';
import { canonicalJson } from '@assay/contract/canonical';
import { isObject } from '@assay/contract/json';
import { callsOf } from './guess.ts';

/** The part of a case that drafts are compared with. */
export interface KnownCase {
  id: string;
  title: string;
  steps: readonly unknown[];
}

/** The most choices of one guess, and the most cases that a choice names. */
const [MAX_CHOICES, MAX_SEEN] = [5, 3];
/** The least part of all words of a draft and of its nearest case that both have. */
const LEAST_SHARED = 0.5;

/** Choices for guesses and the nearest case of each draft, from the cases of its suite. */
export function draftContext(cases: readonly KnownCase[]) {
  const calls = cases.flatMap((each) => callsOf(each).map((call) => ({ ...call, of: each })));
  const known = cases.map((each) => ({ of: each, words: wordsIn(each) }));

  const choicesOf = (issue: CaseDraft['issues'][number], index: number): DraftChoice[] => {
    const { guess } = issue;
    if (!guess || issue.resolution !== undefined) return [];
    const byValue = new Map<string, DraftChoice>();
    for (const { toolName, args, of } of calls) {
      if (toolName !== guess.toolName || !Object.hasOwn(args, guess.argument)) continue;
      const value = args[guess.argument];
      const choice = byValue.get(canonicalJson(value)) ?? { issue: index, value, seenIn: [] };
      byValue.set(canonicalJson(value), choice);
      if (choice.seenIn.length < MAX_SEEN && !choice.seenIn.some(({ caseId }) => caseId === of.id))
        choice.seenIn.push({ caseId: of.id, title: of.title });
    }
    byValue.delete(canonicalJson(guess.value));
    return [...byValue.values()].slice(0, MAX_CHOICES);
  };

  return (draft: CaseDraft): Pick<EvalCaseDraftEntry, 'choices' | 'nearest'> => {
    const words = wordsIn({ title: draft.case.title, steps: draft.case.steps });
    const [nearest] = known
      .map(({ of, words: others }) => ({ of, shared: sharedPart(words, others) }))
      .toSorted((a, b) => b.shared - a.shared);
    return {
      choices: draft.issues.flatMap(choicesOf),
      ...(nearest &&
        nearest.shared >= LEAST_SHARED && {
          nearest: { caseId: nearest.of.id, title: nearest.of.title, sharedWords: nearest.shared },
        }),
    };
  };
}

/** The words of the title, the prompts and the tools of a case. */
function wordsIn({ title, steps }: Pick<KnownCase, 'title' | 'steps'>): ReadonlySet<string> {
  const prompts = steps.flatMap((step) => (isObject(step) && typeof step.prompt === 'string' ? [step.prompt] : []));
  const tools = callsOf({ steps }).map(({ toolName }) => toolName);
  return new Set([title, ...prompts, ...tools].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []));
}

/** The part of the words of both that both have, from 0 to 1. */
function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}
