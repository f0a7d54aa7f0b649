import { defaultGuestExecution } from '@assay/contract/areas/studies/guest-execution';
import type { AuditedWrites } from './audited-writes.ts';

/** Publishes an environment, makes every change of the study and of its findings, and unpublishes it. */
export async function writeStudies(
  writes: AuditedWrites,
  serverId: string,
  sql: <Row extends object>(text: string) => Promise<Row[]>,
): Promise<void> {
  const { api } = writes;
  const config = { modelId: 'openai/scribe', serverIds: [serverId] };
  const { id: hostId } = await api.assay.createClient({ projectId: api.projectId }, { name: 'of studies', config });
  const newEnvironment = async (name: string) =>
    (await api.assay.createEnvironment({ projectId: api.projectId }, { name, hostId })).id;
  const [first, second] = [await newEnvironment('a first'), await newEnvironment('a second')];
  const draft = { name: 'Try it' };
  const { id: studyId } = await api.assay.publishStudy({ projectId: api.projectId, environmentId: first }, draft);
  const target = { studyId };
  const study = { projectId: api.projectId, studyId };
  writes.expect('publishStudy', { target, after: { name: 'Try it', environmentId: first } });
  await api.assay.updateStudy(study, { name: 'Try this' });
  writes.expect('updateStudy', { target, before: { name: 'Try it' }, after: { name: 'Try this' } });
  await api.assay.rotateStudyLink(study);
  writes.expect('rotateStudyLink', { target, before: { linkVersion: 1 }, after: { linkVersion: 2 } });
  await api.assay.rebindStudy(study, { environmentId: second });
  writes.expect('rebindStudy', { target, before: { environmentId: first }, after: { environmentId: second } });
  const paused = { ...defaultGuestExecution, enabled: false };
  await api.assay.setGuestExecution(study, paused);
  writes.expect('setGuestExecution', {
    target,
    before: { guestExecution: defaultGuestExecution },
    after: { guestExecution: paused },
  });
  const email = 'invited@acme.example';
  const { memberId } = await api.assay.upsertStudyMember(study, { email });
  writes.expect('upsertStudyMember', { target: { studyId, memberId }, after: { email } });
  await api.assay.removeStudyMember({ ...study, memberIdOrEmail: memberId });
  writes.expect('removeStudyMember', { target: { studyId, memberId }, before: { email } });
  await writeFindings(writes, studyId, sql);
  await api.assay.unpublishStudy({ projectId: api.projectId, environmentId: second }, { studyId });
  writes.expect('unpublishStudy', { target, before: { name: 'Try this' } });
}

/** Dismisses a finding, and requests and cancels insights, of a week without visits. */
async function writeFindings(
  writes: AuditedWrites,
  studyId: string,
  sql: (text: string) => Promise<object[]>,
): Promise<void> {
  const { api } = writes;
  const [study, findingId, windowId] = [{ projectId: api.projectId, studyId }, 'finding_audited', '2026-W01'];
  await sql(`insert into environments.study_windows (study_id, id, start_at, end_at, changed_at, mined_at)
    values ('${studyId}', '${windowId}', '2025-12-29', '2026-01-05', '2026-01-05', '2026-01-06')`);
  await sql(`insert into environments.signals (series_id, fingerprint, dimension, detail, subject)
    values ('${studyId}', 'print', 'deadEnd', '', '{"kind":"study","id":"${studyId}","label":""}')`);
  await sql(`insert into environments.findings
    (id, series_id, fingerprint, status, occurrence_count, first_window_id, last_window_id, first_seen_at, last_seen_at)
    values ('${findingId}', '${studyId}', 'print', 'new', 1, '${windowId}', '${windowId}', now(), now())`);
  await api.assay.dismissStudyFinding({ ...study, findingId });
  writes.expect('dismissStudyFinding', { target: { studyId, findingId }, after: { dismissed: true } });
  await api.assay.undismissStudyFinding({ ...study, findingId });
  writes.expect('undismissStudyFinding', { target: { studyId, findingId }, after: { dismissed: false } });
  await api.assay.requestStudyInsights(study);
  writes.expect('requestStudyInsights', {
    target: { studyId, windowId },
    after: { findings: expect.any(Number) as number },
  });
  await sql(
    `update environments.insights set status = 'pending', job_id = 'job_audited' where series_id = '${studyId}'`,
  );
  await api.assay.cancelStudyInsights(study, { windowId });
  writes.expect('cancelStudyInsights', { target: { studyId, windowId } });
}
