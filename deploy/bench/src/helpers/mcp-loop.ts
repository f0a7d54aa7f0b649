import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';
import { echoed, listed, openOne, openTwo } from './mcp-session.ts';

export interface McpLoop {
  url: string;
  client: 'sdk 1.x' | 'client 2.x';
  /** The number of calls of the tool `echo`, or of reads of the first page of tools; each answer is checked. */
  calls: number;
  what?: 'echo' | 'list';
  /** Concurrent calls. */
  slots: number;
  sessions: 'iteration' | 'run';
  /** How often a session of its own is used before it is closed; once if it is absent. */
  uses?: number;
}

/**
 * The floor: uses a server many times over an official client with as little other work as possible; returns the median
 * time of one use, in milliseconds.
 */
async function loop({ url, client, calls, slots, sessions, what = 'echo', uses = 1 }: McpLoop): Promise<number> {
  const open = () => (client === 'sdk 1.x' ? openOne(url) : openTwo(url));
  const shared = sessions === 'run' ? await open() : undefined;
  const took: number[] = [];
  let next = 0;
  const work = async () => {
    while (next < calls) {
      const message = `message ${next++}`;
      const begun = performance.now();
      const session = shared ?? (await open());
      for (let use = 0; use < uses; use++) await (what === 'echo' ? echoed(session, message) : listed(session));
      if (!shared) await session.close();
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
  await shared?.close();
  return median(took);
}

answerQuestions(loop);
