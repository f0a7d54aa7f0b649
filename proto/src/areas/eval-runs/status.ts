import { oneOf } from '../../schema.ts';

export const RunStatus = oneOf(['pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out'], {
  description:
    '`grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed.',
});
