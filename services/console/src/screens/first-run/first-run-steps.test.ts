import { shownStep } from './first-run-steps.ts';

const [server, suite, job, run] = ['srv_1', 'suite_1', 'job_1', 'run_1'];

test.each([
  [{}, 'server'],
  [{ step: 'doctor', server }, 'doctor'],
  [{ step: 'doctor' }, 'server'],
  [{ step: 'drafts', server, suite, job }, 'drafts'],
  [{ step: 'drafts', server }, 'doctor'],
  [{ step: 'run', run }, 'run'],
  [{ step: 'run', server, suite, job }, 'drafts'],
  [{ step: 'run', server }, 'doctor'],
] as const)('the way is shown as far as the address has it: %j', (place, step) => expect(shownStep(place)).toBe(step));
