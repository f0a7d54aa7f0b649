import { createHash } from 'node:crypto';
import { RelayService } from '@assay/contract/gen/assay/v1/tunnels';
import type { Caller } from '@assay/kit/caller';
import { saveTunnel } from '../src/store/tunnels.ts';
import { startTestDiagnostics, type TestDiagnostics } from './start.ts';

let house: TestDiagnostics;
beforeAll(async () => { house = await startTestDiagnostics(); });
afterAll(() => house.stop());

const gateway: Caller = { requestId: 'req_1', service: 'gateway' };
const slug = 'a'.repeat(32);
const hashOf = (token: string) => createHash('sha256').update(token).digest();
const grant = (token: string, tokenTtlMs = 60_000) => saveTunnel(house.pool, { serverId: 'srv_1', projectId: house.projectId, slug, createdBy: 'usr_1', tokenHash: hashOf(token), tokenTtlMs });
const attach = (token: string, relayUrl: string, caller = gateway) => house.mesh.call(RelayService.attachTunnel, { tokenHash: hashOf(token), relayUrl }, { caller });
const locate = (name = slug) => house.mesh.call(RelayService.locateTunnel, { slug: name }, { caller: gateway });
const beat = (...attachmentIds: string[]) => house.mesh.call(RelayService.beatTunnels, { attachmentIds }, { caller: gateway });

test('only gateways, and on their own behalf, relay tunnels', async () => {
  await grant('t');
  for (const caller of [house.member, { ...gateway, service: 'runner' }]) await expect(attach('t', 'http://a', caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a tunnel is where it was attached last, and the relay before is told', async () => {
  await grant('t');
  const first = await attach('t', 'http://a');
  expect(first).toMatchObject({ serverId: 'srv_1', projectId: house.projectId, slug });
  expect(await locate()).toMatchObject({ relayUrl: 'http://a', attachmentId: first.attachmentId });
  const second = await attach('t', 'http://b');
  expect(await beat(first.attachmentId, second.attachmentId)).toEqual({ goneAttachmentIds: [first.attachmentId] });
  await house.mesh.call(RelayService.detachTunnel, { attachmentId: first.attachmentId }, { caller: gateway });
  expect(await locate()).toMatchObject({ relayUrl: 'http://b' });
  await house.mesh.call(RelayService.detachTunnel, { attachmentId: second.attachmentId }, { caller: gateway });
  await expect(locate()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a relay that fell silent holds nothing', async () => {
  await grant('t');
  const { attachmentId } = await attach('t', 'http://a');
  await house.pool.query("update tunnels set beaten_at = now() - interval '31 seconds'");
  await expect(locate()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [] });
  expect(await locate()).toMatchObject({ relayUrl: 'http://a' });
});

test.each<[string, () => Promise<unknown>]>([
  ['that was never made', async () => undefined], ['that was replaced', async () => { await grant('old'); await grant('new'); }], ['that has expired', () => grant('old', -1)],
])('a token %s opens nothing', async (_, prepare) => {
  await prepare();
  await expect(attach('old', 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
