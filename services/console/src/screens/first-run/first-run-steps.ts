export type FirstRunStep = 'server' | 'doctor' | 'drafts' | 'run';
/** The steps in their order, with their words and the time that is left. */
export const firstRunSteps: readonly { id: FirstRunStep; word: string; left: string }[] = [
  { id: 'server', word: 'Add a server', left: 'about 5 minutes' },
  { id: 'doctor', word: 'Diagnose it', left: 'about 4 minutes left' },
  { id: 'drafts', word: 'Review the drafts', left: 'about 2 minutes left' },
  { id: 'run', word: 'Run', left: 'less than a minute left' },
];

/** The search parameters of the page's address. */
export type FirstRunPlace = {
  step?: FirstRunStep | undefined;
  server?: string | undefined;
  suite?: string | undefined;
  job?: string | undefined;
  run?: string | undefined;
};

/** The asked step, or the last one before it whose objects the address has. */
export function shownStep({ step = 'server', server, suite, job, run }: FirstRunPlace): FirstRunStep {
  if (step === 'run' && run !== undefined) return 'run';
  if (step === 'server' || server === undefined) return 'server';
  return step !== 'doctor' && suite !== undefined && job !== undefined ? 'drafts' : 'doctor';
}
