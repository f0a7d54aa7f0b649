import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Closers } from '@assay/local/closers';

/** A separate process, so that its load does not burden the bench or the product. It answers one question at a time. */
export interface BenchHelper {
  pid: number;
  ask<Answer>(question: object): Promise<Answer>;
}

type Reply = { answer: unknown; error?: never } | { answer?: never; error: string };

/** Starts a file of `helpers/` by its name. */
export function startHelper(scope: Closers, name: string): BenchHelper {
  const child = fork(join(import.meta.dirname, 'helpers', `${name}.ts`));
  const exited = once(child, 'exit');
  scope.add({
    stop: async () => {
      child.kill();
      await exited;
    },
  });
  return {
    pid: child.pid!,
    ask: async <Answer>(question: object) => {
      const replied = once(child, 'message') as Promise<[Reply]>;
      child.send(question);
      const reply = await Promise.race([
        replied,
        exited.then(() => [{ error: `The helper ${name} ended.` }] as [Reply]),
      ]);
      if (reply[0].error !== undefined) throw new Error(reply[0].error);
      return reply[0].answer as Answer;
    },
  };
}

/** Runs in a helper's process: answers the questions of the bench until the bench ends. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  const reply = (message: Reply) => process.send!(message);
  process.on('message', (question) => {
    answer(question as Question).then(
      (given) => reply({ answer: given }),
      (error: Error) => reply({ error: error.stack ?? error.message }),
    );
  });
  process.once('disconnect', () => process.exit());
}
