import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall } from '../support/api.ts';
import type { AuditedWrites } from './audited-writes.ts';

/** Writes about a run that is over. */
export async function writeRuns(writes: AuditedWrites, suiteId: string): Promise<void> {
  const { api } = writes;
  const runId = await api.startRun({ suiteId });
  writes.expect('createEvalRun', { target: { runId, suiteId }, after: { runNumber: 1, iterations: 3 } });
  await api.finishedRun(runId);
  const iterationId = (await api.iterations(runId))[0]!.id;
  await api.assay.labelEvalIteration(
    { projectId: api.projectId, runId, iterationId },
    {
      verdict: 'passed',
    },
  );
  writes.expect('labelEvalIteration', { target: { runId, iterationId }, after: { verdict: 'passed' } });
  const { jobId, draft } = await api.assay.promoteEvalIteration(
    { projectId: api.projectId, runId, iterationId },
    { title: 'Kept' },
  );
  writes.expect('promoteEvalIteration', { target: { runId, iterationId } });
  writes.expect('proposeCase', {
    target: { suiteId, jobId, draftId: draft.draftId },
    after: { case: { title: 'Kept' } },
  });
  await api.assay.regradeEvalRun({ projectId: api.projectId, runId }, {});
  writes.expect('regradeEvalRun', { target: { runId, suiteId }, before: { passed: 3 }, after: { passed: 3 } });
  const { waiver } = await api.assay.waiveEvalGate(
    { projectId: api.projectId, runId },
    {
      reason: 'known',
      expiresAt: Date.now() + 60_000,
    },
  );
  writes.expect('waiveEvalGate', { target: { runId, waiverId: waiver.id }, after: { reason: 'known' } });
  await api.assay.revokeEvalGateWaiver({ projectId: api.projectId, runId, waiverId: waiver.id });
  writes.expect('revokeEvalGateWaiver', {
    target: { runId, waiverId: waiver.id },
    before: { active: true },
    after: { active: false },
  });
  const item = { projectId: api.projectId, itemId: `suiteFails.${suiteId}.${runId}` };
  await api.assay.dismissAttentionItem(item);
  writes.expect('dismissAttentionItem', { target: { itemId: item.itemId }, after: { dismissed: true } });
  await api.assay.undismissAttentionItem(item);
  writes.expect('undismissAttentionItem', { target: { itemId: item.itemId }, before: { dismissed: true } });
  await api.assay.backtestEvalRun({ projectId: api.projectId, runId }, { checks: [{ type: 'noToolErrors' }] });
  writes.expect('backtestEvalRun', { target: { runId } });
  await api.assay.requestEvalRunInsights({ projectId: api.projectId, runId });
  writes.expect('requestEvalRunInsights', { target: { runId, suiteId }, after: { findings: 0 } });
  await api.assay.requestEvalRunJudge({ projectId: api.projectId, runId }, { enable: true, model: 'openai/scribe' });
  writes.expect('requestEvalRunJudge', { target: { runId, suiteId }, after: { model: 'openai/scribe' } });
}

/** Runs of other suites: a failing one, one that never begins, a group, and a recorded one. */
export async function writeLaunches(writes: AuditedWrites, serverId: string, outOfReach: string): Promise<void> {
  const { api } = writes;
  const suiteOf = async (name: string, server: string, serverName: string) =>
    (
      await api.assay.createEvalSuite(
        { projectId: api.projectId },
        {
          name,
          serverIds: [server],
          model: 'scripted/rules',
          tests: [
            {
              title: 'echo',
              steps: [
                toolCall('call', serverName, 'echo', { message: 'hi' }),
                assertStep('said', { type: 'toolResultContains', needle: 'never' }),
              ],
            },
          ],
        },
      )
    ).suiteId;
  const waiting = await suiteOf('waits', outOfReach, 'out of reach');
  const runId = await api.startRun({ suiteId: waiting });
  await api.assay.cancelEvalRun({ projectId: api.projectId, runId });
  writes.expect('cancelEvalRun', { target: { runId, suiteId: waiting }, after: { status: 'cancelled' } });
  const suiteId = await suiteOf('fails', serverId, 'everything');
  const failed = await api.startRun({ suiteId, cassette: { mode: 'record' } });
  await api.finishedRun(failed);
  const { runId: rerun } = await api.assay.rerunEvalRun(
    { projectId: api.projectId, runId: failed },
    { scope: 'failed_cases' },
  );
  writes.expect('rerunEvalRun', { target: { runId: rerun, suiteId }, after: { rerunOfRunId: failed } });
  const { runGroupId } = await api.assay.createEvalRunGroup(
    { projectId: api.projectId },
    {
      suiteId,
      targets: [{ arm: { name: 'as it is' } }],
    },
  );
  writes.expect('createEvalRunGroup', { target: { runGroupId, suiteId }, after: { suite: 'fails', cases: 1 } });
  const cassetteId = await waitUntil(async () => (await api.run(failed)).cassette?.cassetteId);
  await api.assay.deleteEvalCassette({ projectId: api.projectId, cassetteId });
  writes.expect('deleteEvalCassette', { target: { cassetteId, suiteId }, before: { id: cassetteId, runId: failed } });
  await api.assay.createEvalSuiteBadge({ projectId: api.projectId, suiteId }, {});
  writes.expect('createEvalSuiteBadge', { target: { suiteId } });
  await api.assay.deleteEvalSuiteBadge({ projectId: api.projectId, suiteId });
  writes.expect('deleteEvalSuiteBadge', { target: { suiteId } });
}

export async function writeReportedRuns(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { runId } = await api.assay.startEvalIngestRun(
    { projectId: api.projectId },
    {
      suiteName: 'elsewhere',
      externalRunId: 'build-1',
    },
  );
  writes.expect('startEvalIngestRun', { target: { runId }, after: { externalRunId: 'build-1' } });
  const results = [{ caseTitle: 'adds', passed: true, externalIterationId: '1' }];
  await api.assay.ingestEvalRunIterations({ projectId: api.projectId }, { runId, results });
  writes.expect('ingestEvalRunIterations', { target: { runId }, after: { inserted: 1, total: 1 } });
  await api.assay.finalizeEvalIngestRun({ projectId: api.projectId }, { runId });
  writes.expect('finalizeEvalIngestRun', { target: { runId }, after: { status: 'completed', passed: 1 } });
  const { runId: whole } = await api.assay.reportEvalRun(
    { projectId: api.projectId },
    {
      suiteName: 'elsewhere',
      externalRunId: 'build-2',
      results,
    },
  );
  writes.expect('reportEvalRun', {
    target: { runId: whole },
    after: { externalRunId: 'build-2', status: 'completed' },
  });
  const { uploadUrl } = await api.assay.createEvalIngestUploadUrl({ projectId: api.projectId }, {});
  writes.secrets.push(uploadUrl.split('/').at(-1)!);
  writes.expect('createEvalIngestUploadUrl', { target: { artifactId: expect.stringMatching(/^art_/) } });
}

/** Starts a catalogue lab, and of two drafted description experiments one, while the other is cancelled. */
export async function writeLabs(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const model = 'scripted/rules';
  const { labId } = await api.assay.startCatalogueLab(
    { projectId: api.projectId, serverId },
    {
      model,
      sizes: [5],
      tasks: [{ prompt: 'echo {"message": "hi"}', expectedTool: 'echo' }],
    },
  );
  writes.expect('startCatalogueLab', { target: { labId, serverId }, after: { status: 'running', model, trials: 1 } });
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'asks',
      serverIds: [serverId],
      model,
      tests: [
        {
          title: 'asks',
          steps: [
            { id: 'asked', kind: 'prompt', prompt: 'echo {"message": "hi"}' },
            assertStep('called', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }),
          ],
        },
      ],
    },
  );
  const runId = await api.startRun({ suiteId });
  await api.finishedRun(runId);
  const draft = async () => {
    const { id } = await api.assay.createDescriptionExperiment(
      { projectId: api.projectId, runId },
      {
        overrides: [{ toolName: 'echo', description: 'Says it again.' }],
      },
    );
    writes.expect('createDescriptionExperiment', { target: { labId: id, runId }, after: { status: 'draft', model } });
    return id;
  };
  const dropped = await draft();
  await api.assay.cancelCatalogueLab({ projectId: api.projectId, labId: dropped });
  writes.expect('cancelCatalogueLab', {
    target: { labId: dropped },
    before: { status: 'draft' },
    after: { status: 'cancelled' },
  });
  const started = await draft();
  await api.assay.startDescriptionExperiment({ projectId: api.projectId, experimentId: started });
  writes.expect('startDescriptionExperiment', {
    target: { labId: started, runId },
    before: { status: 'draft' },
    after: { status: 'running' },
  });
}
