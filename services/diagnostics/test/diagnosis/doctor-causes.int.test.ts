import { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { parser } from '@assay/kit/json/parse';
import { TEST_CA } from '@assay/testkit/certificates/bad-certificates';
import type { BrokenServer } from '@assay/testkit/broken-servers/broken-server';
import { BROKEN_SERVERS } from '@assay/testkit/broken-servers/broken-servers';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

const report = parser(DoctorReport);

let fixture: TestDiagnostics;
/** Inspections that take their whole timeout start at once. */
const ahead = new Map<string, Promise<Examined>>();

beforeAll(async () => {
  fixture = await startTestDiagnostics({
    egress: { ...ONE_MACHINE_EGRESS, ca: TEST_CA, maxResponseBytes: 1024 * 1024 },
  });
  for (const broken of BROKEN_SERVERS) if (broken.code === 'TIMEOUT') ahead.set(broken.name, examined(broken));
  // A failure is reported by the test of its own server.
  for (const each of ahead.values()) each.catch(() => undefined);
}, 90_000);
afterAll(async () => {
  await Promise.allSettled(ahead.values());
  await fixture.stop();
});

/** `validated` is the outcome of the connection without the other checks. */
interface Examined {
  found: DoctorReport;
  validated: unknown;
}

const SENTENCE: unknown = expect.stringMatching(/\w.+\.$/);
const told = { cause: expect.any(String) as unknown, nextStep: SENTENCE };
const ERROR: unknown = expect.objectContaining({
  details: expect.objectContaining({ ...told, explanation: SENTENCE }) as unknown,
});
const ending = ({ code, details }: Problem) => ({ code, cause: details?.['cause'], nextStep: details?.['nextStep'] });

async function examined({ start, saved = {} }: BrokenServer): Promise<Examined> {
  const { url, stop } = await start();
  const { headers, protocolVersion = '', timeoutMs = 0 } = saved;
  const at = fixture.save(url, { protocolVersion, timeoutMs, ...given({ headers }) });
  try {
    const [found, validated] = await Promise.all([
      fixture.send(operations.runDoctor, at),
      fixture.call(operations.validateServer, at).then(({ status }) => status, ending),
    ]);
    return { found: report(found), validated };
  } finally {
    await stop();
  }
}

test('there is a broken server for each cause that is visible over the network', () => {
  expect(new Set(BROKEN_SERVERS.map(({ cause }) => cause)).size).toBeGreaterThanOrEqual(45);
  expect(new Set(BROKEN_SERVERS.map(({ name }) => name)).size).toBe(BROKEN_SERVERS.length);
});

test.each(BROKEN_SERVERS.map((broken) => [broken.name, broken.cause, broken] as const))(
  '%s: the doctor finds %s, says what to do, and validate agrees',
  async (name, cause, broken) => {
    const { found, validated } = await (ahead.get(name) ?? examined(broken));
    const row = found.checks[broken.check];
    expect({ [broken.check]: row.cause, status: row.status }).toEqual({
      [broken.check]: cause,
      status: statusOf(broken),
    });
    expect(row).toMatchObject({
      detail: expect.stringMatching(/\.$/),
      explanation: SENTENCE,
      nextStep: SENTENCE,
      evidence: expect.any(Object),
    });
    expect(validated).toEqual(
      broken.code === undefined ? 'connected' : { code: broken.code, ...told, cause: validatedCause(cause) },
    );
    expect(found.status === 'ready').toBe(broken.works === true);
    expect(found.error).toEqual(broken.works ? null : ERROR);
    expect(
      Object.values(found.checks).filter(
        ({ status, durationMs }) => (status === 'skipped') !== (durationMs === undefined),
      ),
    ).toEqual([]);
  },
  40_000,
);

/** Only the doctor reads what a server publishes about OAuth. */
const validatedCause = (cause: string) => (cause.startsWith('oauth_') ? 'oauth_required' : cause);

function statusOf({ works, cause }: BrokenServer) {
  if (cause === 'served_not_declared') return 'skipped';
  return works || cause.startsWith('oauth_') ? 'ok' : 'error';
}
