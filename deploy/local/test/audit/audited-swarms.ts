import type { AuditedWrites } from './audited-writes.ts';

/**
 * Has drafts made, creates a persona, a swarm and a journey, edits each, launches the journey to a server that no runner
 * reaches, cancels the run, requests and cancels the insights of its wave, and archives everything.
 */
export async function writeSwarms(
  writes: AuditedWrites,
  { serverId, outOfReach }: { serverId: string; outOfReach: string },
  thinks: (answer: object) => void,
  sql: (text: string) => Promise<unknown>,
): Promise<void> {
  const { api } = writes;
  await writeDrafts(writes, serverId, thinks);
  const pair = { sessionsPerTarget: 1, maxTurns: 2 };

  const personaId = (await api.assay.createPersona({ projectId: api.projectId }, { name: 'Ada', role: 'engineer' })).id;
  writes.expect('createPersona', { target: { personaId }, after: { name: 'Ada', role: 'engineer' } });
  await api.assay.updatePersona({ projectId: api.projectId, personaId }, { role: 'nurse' });
  writes.expect('updatePersona', {
    target: { personaId },
    before: { role: 'engineer' },
    after: { role: 'nurse' },
  });

  const swarmId = (await api.assay.createSwarm({ projectId: api.projectId }, { name: 'Shoppers', ...pair })).id;
  writes.expect('createSwarm', { target: { swarmId }, after: { name: 'Shoppers' } });
  await api.assay.updateSwarm({ projectId: api.projectId, swarmId }, { description: 'All of them' });
  writes.expect('updateSwarm', { target: { swarmId }, after: { description: 'All of them' } });

  const config = { modelId: 'openai/scribe', serverIds: [outOfReach] };
  const { id: hostId } = await api.assay.createClient({ projectId: api.projectId }, { name: 'of journeys', config });
  writes.expect('createClient', { target: { clientId: hostId } });
  const journeyId = (
    await api.assay.createJourney(
      { projectId: api.projectId },
      { goal: 'Find it', personaId, swarmId, hostIds: [hostId], ...pair },
    )
  ).id;
  writes.expect('createJourney', { target: { journeyId }, after: { goal: 'Find it', personaId } });
  await api.assay.updateJourney({ projectId: api.projectId, journeyId }, { name: 'A search' });
  writes.expect('updateJourney', { target: { journeyId }, before: { name: 'Find it' }, after: { name: 'A search' } });

  const { id: runId, waveId } = await api.assay.launchJourneyRun({ projectId: api.projectId, journeyId });
  writes.expect('launchJourneyRun', { target: { journeyId, runId }, after: { sessions: 1 } });
  await api.assay.cancelJourneyRun({ projectId: api.projectId, runId });
  writes.expect('cancelJourneyRun', {
    target: { journeyId, runId },
    before: { status: 'running' },
    after: { canceled: true },
  });
  await api.assay.requestWaveInsights({ projectId: api.projectId, waveId });
  writes.expect('requestWaveInsights', { target: { waveId }, after: { findings: 0 } });
  await sql(`update swarms.insights set status = 'pending', job_id = 'job_audited' where window_id = '${waveId}'`);
  await api.assay.cancelWaveInsights({ projectId: api.projectId, waveId });
  writes.expect('cancelWaveInsights', { target: { waveId } });
  const [findingId, projectId] = ['finding_audited', api.projectId];
  await sql(`insert into swarms.signals values ('${projectId}', 'f', 'goalMissed', '', '{}')`);
  await sql(`insert into swarms.findings (id, series_id, fingerprint, status, occurrence_count, first_window_id, last_window_id, first_seen_at, last_seen_at)
    values ('${findingId}', '${projectId}', 'f', 'new', 2, 'w', 'w', now(), now())`);
  for (const [verb, dismissed] of [
    ['dismiss', true],
    ['undismiss', false],
  ] as const) {
    await api.assay[`${verb}SwarmFinding`]({ projectId: api.projectId, findingId });
    writes.expect(`${verb}SwarmFinding`, { target: { findingId }, after: { dismissed } });
  }
  await api.assay.archiveJourney({ projectId: api.projectId, journeyId });
  writes.expect('archiveJourney', { target: { journeyId }, before: { name: 'A search' } });
  await api.assay.archiveSwarm({ projectId: api.projectId, swarmId });
  writes.expect('archiveSwarm', { target: { swarmId }, before: { name: 'Shoppers' } });
  await api.assay.deletePersona({ projectId: api.projectId, personaId });
  writes.expect('deletePersona', { target: { personaId }, before: { role: 'nurse' } });
}

/** Has a persona with a journey drafted, and a journey of another one, from the tools of a server. */
async function writeDrafts(writes: AuditedWrites, serverId: string, thinks: (answer: object) => void): Promise<void> {
  const { api } = writes;
  const { id: serverAttachmentId } = await api.assay.createServerGroup(
    { projectId: api.projectId },
    {
      name: 'of drafts',
      serverIds: [serverId],
    },
  );
  writes.expect('createServerGroup', { target: { serverGroupId: serverAttachmentId } });
  const journeys = [{ name: 'Greets', goal: 'Be greeted.', tools: [] }];
  thinks({ personas: [{ name: 'Ben', role: 'cook', notes: '', journeys }] });
  await api.assay.generatePersonas({ projectId: api.projectId }, { serverAttachmentId, journeyCount: 1 });
  const after = { personaCount: 1, journeyCount: 1 };
  writes.expect('generatePersonas', { target: { serverAttachmentId }, after });
  thinks({ journeys });
  await api.assay.generateJourneys(
    { projectId: api.projectId },
    { serverAttachmentId, journeyCount: 1, persona: { name: 'Ben', role: 'cook' } },
  );
  writes.expect('generateJourneys', { target: { serverAttachmentId }, after });
}
