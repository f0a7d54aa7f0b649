import { waitUntil } from '@assay/testkit/until';
import { describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const CASES = 40;
const TRIALS = 1_000;
const BATCH = 200;

describeInChromium('a live run of 1,000 trials', () => {
  test('changes figures in place, and its rows move when the reader asks', async () => {
    const { open, installation } = await sharedConsole();
    const { assay } = installation.api;
    const { id: projectId } = await assay.createProject({ name: 'Live' });
    const started = await assay.startEvalIngestRun(
      { projectId },
      { suiteName: 'Live', externalRunId: 'live', expectedIterations: TRIALS },
    );
    const run = { projectId, runId: started.runId };
    // Whole rounds over the cases; from the second batch on the last ten cases fail.
    const send = async (from: number): Promise<void> => {
      const results = Array.from({ length: BATCH }, (_, index) => ({
        caseTitle: `case ${String((from + index) % CASES).padStart(2, '0')}`,
        passed: from === 0 || (from + index) % CASES < CASES - 10,
        externalIterationId: String(from + index),
      }));
      await assay.ingestEvalRunIterations({ projectId }, { runId: run.runId, results });
    };
    await send(0);
    const page = await open(`/p/${projectId}/runs/${run.runId}`);
    const rows = page.locator('.data-table [data-row]');
    await waitUntil(async () => (await rows.count()) === CASES);
    const places = () =>
      rows.evaluateAll((all) =>
        (all as unknown as { textContent: string; offsetTop: number }[]).map(
          ({ textContent, offsetTop }) => `${/case \d\d/.exec(textContent)?.[0]} at ${offsetTop}`,
        ),
      );
    const before = await places();
    for (let from = BATCH; from < TRIALS; from += BATCH) await send(from);
    await page.locator('h1').filter({ hasText: '1\u202f000' }).waitFor();
    expect(await places()).toEqual(before);
    await assay.finalizeEvalIngestRun({ projectId }, { runId: run.runId });
    await page.getByRole('heading', { level: 1, name: /^Failed\./ }).waitFor();
    await page.getByRole('button', { name: 'show the new order' }).waitFor();
    expect(await places()).toEqual(before);
    await page.getByRole('button', { name: 'show the new order' }).click();
    await waitUntil(async () => (await places())[0]?.startsWith('case 30') ?? false);
    expect(page.faults).toEqual([]);
  });
});
