import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

export const RunStatus = oneOf(['pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out'], {
  description:
    '`grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed.',
});

export const MeasurementUnit = oneOf(['trial', 'caseVariant'], {
  description:
    'The unit of the counts and of the rate: trials, or, where the run is graded per case, case variants. They are never converted.',
});

export const UndecidedReason = oneOf(
  [
    'runNotTerminal',
    'runStatusNotAVerdict',
    'runResultNotAVerdict',
    'verdictSummaryUnavailable',
    'gradingNotConfigured',
  ],
  { description: '`gradingNotConfigured`: no case of the run has an assertion, or a judge, that decides.' },
);

/** Why a run has no verdict. */
export const Undecided = open({
  reason: UndecidedReason,
  detail: Type.Optional(Type.String({ description: 'In words.' })),
});

export const runVerdicts = ['passed', 'failed', 'inconclusive', 'notEstablished'] as const;
export const RunVerdict = oneOf([...runVerdicts], {
  description:
    '`notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`.',
});

export const LaunchedBy = oneOf(['api', 'cli', 'mcp', 'github_action', 'schedule', 'sdk', 'ui'], {
  description: 'The program that launched the run, or else its source.',
});
export const LaunchedByUserId = Type.String({ description: 'The user who launched the run, or whose key did.' });

/** The words of a run's verdict. */
export const runWords = {
  sentence: Type.String({
    description: 'The verdict, or the progress of a run without one, in one sentence with its unit. Plain text.',
  }),
  because: Type.String({
    description:
      'Why it is decided or not: the interval beside the line, excluded trials, or the reason why there is no verdict. Plain text, in which words of servers and providers may stand; empty where nothing is to add.',
  }),
};
