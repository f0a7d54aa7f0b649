import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { CassetteRecorder, contentHash } from '@assay/grading/cassette';
import { compress } from '@assay/kit/compress';
import type { Tx } from '@assay/kit/postgres/db';
import { derivedId } from '@assay/kit/id';
import { unzipJson } from '@assay/transcripts/gzip';
import { summaryOf } from '../../domain/cassettes/cassette.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { insertCassette } from '../../store/cassettes/cassettes.ts';
import { listTranscripts } from '../../store/iterations/recordings.ts';
import { isSuiteDeleted, lockDeletions } from '../../store/eval-runs/tombstones.ts';

/** Smaller than the largest message of the mesh. */
const MAX_CONTENT_BYTES = 64_000_000;
/** Transcripts that are in memory at once. */
const PAGE = 20;

/** Stores the tool calls of a finished run as a cassette of its suite, unless the suite was deleted. */
export async function recordCassette(tx: Tx, run: Run): Promise<void> {
  const recorder = new CassetteRecorder(MAX_CONTENT_BYTES);
  for (let after = -1; ;) {
    const page = await listTranscripts(tx, run.id, after, PAGE);
    for (const { transcript } of page) recorder.add(await unzipJson<Transcript>(transcript));
    if (page.length < PAGE) break;
    after = page.at(-1)!.position;
  }
  const content = recorder.content();
  const json = JSON.stringify(content);
  const summary = summaryOf(content);
  const body = await compress(json);
  await lockDeletions(tx, run.projectId, 'launch');
  if (await isSuiteDeleted(tx, run.projectId, run.suiteId, run.createdAt)) return;
  await insertCassette(tx, {
    id: derivedId('cassette', run.id),
    projectId: run.projectId,
    suiteId: run.suiteId,
    runId: run.id,
    name: `Run ${run.runNumber}`,
    format: content.format,
    contentHash: contentHash(content),
    calls: summary.tools.reduce((sum, { outcomes }) => sum + outcomes, 0),
    bytes: Buffer.byteLength(json),
    cut: recorder.cut,
    summary,
    body,
  });
}
