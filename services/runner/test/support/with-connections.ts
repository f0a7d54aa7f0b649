import { PROCESS_SOCKETS, type CountedSocket } from '@assay/egress/socket-budget';

/** Does work while the organization of the bench has that many connections left. */
export async function withConnections<T>(left: number, work: () => Promise<T>): Promise<T> {
  const taken: CountedSocket[] = [];
  try {
    for (;;) taken.push(PROCESS_SOCKETS.take(''));
  } catch {
    // The share is used up.
  }
  for (const { release } of taken.splice(0, left)) release();
  try {
    return await work();
  } finally {
    for (const { release } of taken) release();
  }
}
