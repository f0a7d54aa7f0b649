import { withCaller } from '../../security/caller.ts';
import { MeshGuard } from './mesh-guard.ts';

const secrets = { meshSecret: 'mesh' };
const MADE_AT = 1_800_000_000_000;
/** How long a call's signature holds, in milliseconds, as docs/architecture.md says. */
const VALID_MS = 2 * 60_000;
const path = '/assay.v1.Rooms/Enter';

/** The outcome of an overheard call at a replica, made `afterMs` after it was signed. */
function replay() {
  const metadata = withCaller(
    { requestId: 'r' },
    secrets.meshSecret,
    { path, body: Buffer.from('a message') },
    MADE_AT,
  );
  return (replica: MeshGuard, afterMs: number, at = path): string => {
    try {
      replica.admit({ path: at, metadata, peer: '127.0.0.1:1' }, MADE_AT + afterMs);
      return 'admitted';
    } catch (error) {
      return (error as Error).message;
    }
  };
}

test('an overheard call is admitted at most once by each replica, and by none after two minutes', () => {
  const [called, other, late] = [new MeshGuard(secrets), new MeshGuard(secrets), new MeshGuard(secrets)];
  const make = replay();
  expect(make(called, 0)).toBe('admitted');
  for (const afterMs of [1, 1_000, VALID_MS]) expect(make(called, afterMs)).toBe('The call was made before.');
  // The remaining risk without mutual TLS: replicas do not share their memories.
  expect(make(other, VALID_MS)).toBe('admitted');
  expect(make(other, VALID_MS)).toBe('The call was made before.');
  for (const replica of [called, other, late])
    expect(make(replica, VALID_MS + 1)).toBe('The statement about the caller is of another time.');
});

test('an overheard call opens no other RPC at any replica', () => {
  const make = replay();
  for (const replica of [new MeshGuard(secrets), new MeshGuard(secrets)])
    expect(make(replica, 0, '/assay.v1.Rooms/Leave')).toMatch(/not for this RPC/);
});
