import type { ProposedCase } from '@assay/contract/areas/authoring/work';
import { argumentsOf, type SheetCase, type SheetTurn } from './sheet.ts';
import { calledWith, withStepIds, promptStep, replyContains, toolCall, type DraftedStep } from './steps.ts';

/** A step, and its place in the sheet. */
interface Placed {
  from: string;
  step: DraftedStep;
}

/**
 * Turns a model's case into the steps of the contract. A text that the reply should contain becomes an assertion only
 * if it stands in `document`. The other texts become issues, because only the model asks for them.
 */
export function caseOfSheet(
  { title, isNegative, turns, expectedOutput, scenario, notes = [], issues = [], additions = [], ...lines }: SheetCase,
  document = '',
): ProposedCase {
  const said = foldedText(document);
  const isSaid = (text: string) => said.includes(foldedText(text));
  const placed = turns.flatMap((turn, i) => stepsOf(turn, `/turns/${i}`, isSaid));
  const unsaid = turns.flatMap(({ replyContains: texts = [] }) => texts.filter((text) => text !== '' && !isSaid(text)));
  const allIssues = [
    ...issues,
    ...unsaid.map((text) => ({
      code: 'unclear_expectation',
      message: `The reply should contain "${text}", which the document does not say.`,
    })),
  ];
  return {
    title: title.trim(),
    isNegative,
    steps: withStepIds(placed.map(({ step }) => step)),
    ...(expectedOutput && { expectedOutput }),
    ...(scenario && { scenario }),
    ...lines,
    ...(notes.length > 0 && { evidenceNotes: notes }),
    ...(allIssues.length > 0 && { issues: allIssues }),
    ...(additions.length > 0 && {
      additions: additions.map(({ path, explanation }) => ({ path: pathInCase(path, placed), explanation })),
    }),
  };
}

function stepsOf(
  { prompt: text, expectedCalls, replyContains: texts = [] }: SheetTurn,
  from: string,
  isSaid: (text: string) => boolean,
): Placed[] {
  const calls = expectedCalls.map(({ server, tool, arguments: json }, i): Placed => {
    const args = argumentsOf(json)!;
    return {
      from: `${from}/expectedCalls/${i}`,
      step: text === null ? toolCall(server, tool, args) : calledWith(tool, args),
    };
  });
  // Only a turn of a model has a reply.
  if (text === null) return calls;
  const replies = texts.flatMap((needle, i): Placed[] =>
    needle !== '' && isSaid(needle) ? [{ from: `${from}/replyContains/${i}`, step: replyContains(needle) }] : [],
  );
  return [{ from: `${from}/prompt`, step: promptStep(text) }, ...calls, ...replies];
}

/** Maps a path in the sheet to the path in the case: the path of a step, or the same path. */
function pathInCase(path: string, placed: Placed[]): string {
  const at = placed.findIndex(({ from }) => path === from || path.startsWith(`${from}/`));
  return at === -1 ? path : `/steps/${at}`;
}

const foldedText = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');
