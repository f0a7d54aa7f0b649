import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE } from '@assay/egress/settings';
import { startFaulty, type FaultyServer } from '@assay/testkit/faulty-servers';
import { connect } from '../src/connect.ts';
import { saved } from './saved.ts';

const CLOSED = { ...ONE_MACHINE, allowPrivate: false };

let faulty: FaultyServer;
beforeAll(async () => { faulty = await startFaulty(); });
afterAll(() => faulty.stop());

test.each([undefined, '2025-06-18', '2026-07-28'])('a name that leads where nobody goes is told as just that, with the protocol pinned to %s', async (protocolVersion) => {
  const egress = openEgress(CLOSED, async () => [{ address: '127.0.0.1', family: 4 }]);
  const target = saved(faulty.url('/tools').replace('127.0.0.1', 'mcp.example'), { egress, ...(protocolVersion && { protocolVersion }) });
  await expect(connect(target)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', message: expect.stringContaining('"mcp.example" leads to') as string, details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' } });
});

test('an address that is plainly closed is a fault of the request', async () => {
  await expect(connect(saved(faulty.url('/tools'), { egress: openEgress(CLOSED) }))).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { reason: 'EGRESS_REFUSED' } });
});
