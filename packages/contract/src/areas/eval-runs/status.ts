import { oneOf } from '../../schema.ts';

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
