import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { serve, type RunningServer } from '@assay/kit/rpc/serve';
import { freePort } from '@assay/postgres/free-port';
import { WorkBoard } from '@assay/testkit/work/work-board';

export const log = createLog('test', 'silent');
export const meshSecret = 'a secret of this test';

/** A board behind an address that it can leave and come back to. */
export class BoardService {
  readonly board = new WorkBoard();
  #running: RunningServer | undefined;
  #address = '';

  dial(): Channel {
    return dial(this.#address, meshSecret, 'runner');
  }

  async start(): Promise<void> {
    // One that the kernel chooses may be taken by the time it comes back.
    this.#address ||= `127.0.0.1:${await freePort()}`;
    this.#running = await serve({
      name: 'board',
      address: this.#address,
      meshSecret,
      log,
      implementations: [this.board.implementation()],
    });
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.board.close();
    await running?.stop();
  }
}
