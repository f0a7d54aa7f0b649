import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE } from '@assay/egress/settings';
import { TEST_CA } from '@assay/testkit/bad-certificates';
import { BROKEN_SERVERS } from '@assay/testkit/broken-servers';
import { connect } from '@assay/mcp/connect';
import { doctor } from '@assay/inspect/doctor/doctor';
const egress = openEgress({ ...ONE_MACHINE, ca: TEST_CA, maxResponseBytes: 1024 * 1024 });
const only = process.argv[2];
await Promise.all(BROKEN_SERVERS.filter((b) => !only || b.name.includes(only)).map(async (b) => {
  try {
    const { url, stop } = await b.start();
    const t0 = performance.now();
    const { headers, protocolVersion, timeoutMs } = b.saved ?? {};
    const target = { serverId: 's', serverName: 'P', egress, url, ...(headers && { headers }), ...(protocolVersion && { protocolVersion }) };
    const timeouts = timeoutMs ? { idleMs: timeoutMs } : {};
    const conn = ({ as = target, ...o }: any = {}) => connect(as, { timeouts, ...o });
    const validated = await conn().then((s: any) => { void s.close(); return 'ok'; }, (e: any) => `${e.code} ${e.details?.cause}`);
    const r: any = await doctor({ projectId: 'p', target, connect: conn, ties: {}, seen() {} } as any, {});
    const row = r.checks[b.check];
    const good = row.cause === b.cause && validated.split(' ')[0] === (b.code ?? 'ok');
    console.log(good ? 'ok  ' : 'BAD ', b.name, '|', b.check, row.status, 'want', b.cause, 'got', row.cause, '| validate', validated, 'want', b.code, Math.round(performance.now() - t0));
    if (process.env.SHOW) console.log(row.detail,'\n   ',row.explanation,'\n   ',row.nextStep,'\n   ',JSON.stringify(row.evidence), row.durationMs);
    if (!good || only) console.log(JSON.stringify(only ? r.checks : row, null, 1));
    await stop();
  } catch (e) { console.log('THROW', b.name, e); }
}));
process.exit();
