import type { TraceSpan, WireEntry } from '@assay/contract/documents/trace';
import type { Transcript } from '@assay/contract/documents/transcript';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { IterationReport, WorkItem } from '@assay/contract/gen/assay/v1/work';
import { dial, type Channel } from '@assay/kit/client';
import { connector } from '../src/connect.ts';
import { Held } from '../src/held.ts';
import { RunContexts } from '../src/run-context.ts';
import { runIteration } from '../src/run-iteration.ts';
import { chunksOf, keyEncryptionKey, log, meshSecret, Platform, transcriptOf } from './platform.ts';

/** What came of one iteration, unpacked. */
export interface Executed { report: IterationReport; transcript: Transcript; spans: TraceSpan[]; wire: WireEntry[]; traceId: string | undefined }

/** Works iterations off as a runner does, one at a time and without asking anybody for them. */
export class Bench {
  readonly platform = new Platform();
  #catalog!: Channel;
  #contexts!: RunContexts;

  async open(): Promise<void> {
    await this.platform.start();
    this.#catalog = dial(this.platform.address, meshSecret, 'runner');
    this.#contexts = new RunContexts(this.#catalog, log);
  }

  async execute(item: WorkItem, servers: SavedServer[], held = new Held(item)): Promise<Executed> {
    this.platform.servers = servers;
    const report = await runIteration(held, { contexts: this.#contexts, connect: connector(keyEncryptionKey), log });
    const chunks = chunksOf(report.parts);
    return { report, transcript: transcriptOf(report), spans: chunks.flatMap(({ spans }) => spans), wire: chunks.flatMap(({ wire }) => wire), traceId: chunks[0]?.traceId };
  }

  /** Ends what the iterations of a run had in common. */
  async endRuns(): Promise<void> {
    await this.#contexts.close();
  }

  async close(): Promise<void> {
    await this.endRuns();
    this.#catalog.close();
    await this.platform.stop();
  }
}
