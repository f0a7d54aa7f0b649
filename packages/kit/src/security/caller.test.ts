import { callerOf as readCaller, bodyHashOf, MeshFault, runnerSecretOf, withCaller as stateCaller } from './caller.ts';

const caller = {
  requestId: 'req_1',
  organizationId: 'org_1',
  userId: 'usr_1',
  projectId: 'prj_1',
  role: 'member' as const,
};

const PATH = '/assay.v1.Rooms/Enter';
const body = Buffer.from('a message');
const secrets = { meshSecret: 'secret' };
const withCaller = (stated: typeof caller, secret: string, path: string, now?: number) =>
  stateCaller(stated, secret, { path, body }, now);
const callerOf = (metadata: ReturnType<typeof stateCaller>, path: string, now?: number) =>
  readCaller(metadata, secrets, path, now).caller;

test('a signed caller is read as it was stated', () =>
  expect(callerOf(withCaller(caller, 'secret', PATH), PATH)).toEqual(caller));

test('a caller signed with another secret is refused', () =>
  expect(() => callerOf(withCaller(caller, 'other', PATH), PATH)).toThrow(MeshFault));

test('a caller who was stated to another RPC is refused: what was overheard opens nothing else', () =>
  expect(() => callerOf(withCaller(caller, 'secret', '/assay.v1.Rooms/Leave'), PATH)).toThrow(MeshFault));

test('a caller whose statement was altered is refused', () => {
  const metadata = withCaller(caller, 'secret', PATH);
  const [stated] = metadata.get('caller-bin');
  metadata.set('caller-bin', Buffer.from((stated as Buffer).toString('latin1').replace('member', 'admin!'), 'latin1'));
  expect(() => callerOf(metadata, PATH)).toThrow(MeshFault);
});

const [MINUTE, NOW] = [60_000, 1_800_000_000_000];
const readAt = (minutes: number) => callerOf(withCaller(caller, 'secret', PATH, NOW + minutes * MINUTE), PATH, NOW);
test.each([-1, 0, 1])('a statement that is %i minutes off our clock is believed', (minutes) =>
  expect(readAt(minutes)).toEqual(caller),
);
test.each([-100_000, -3, 3, 100_000])('a statement that is %i minutes off our clock is refused', (minutes) =>
  expect(() => readAt(minutes)).toThrow(MeshFault),
);

test.each<[string, (stated: Buffer) => (Buffer | string)[]]>([
  ['only a signature', (stated) => [stated.subarray(0, 32)]],
  ['nothing', () => [Buffer.alloc(0)]],
  ['a signature that is cut short', (stated) => [stated.subarray(1)]],
  ['more than was signed', (stated) => [Buffer.concat([stated, Buffer.from(' ')])]],
  ['one bit of another signature', (stated) => [Buffer.from(stated.map((byte, i) => (i === 31 ? byte ^ 1 : byte)))]],
  [
    "a statement of one's own, before one that is signed",
    (stated) => [
      Buffer.concat([Buffer.alloc(32), Buffer.from(JSON.stringify({ ...caller, role: 'owner', at: Date.now() }))]),
      stated,
    ],
  ],
])('%s is no caller', (_, forge) => {
  const metadata = withCaller(caller, 'secret', PATH);
  const [stated] = metadata.get('caller-bin');
  metadata.remove('caller-bin');
  for (const value of forge(stated as Buffer)) metadata.add('caller-bin', value);
  expect(() => callerOf(metadata, PATH)).toThrow(MeshFault);
});

test('no statement is no caller', () => {
  const metadata = withCaller(caller, 'secret', PATH);
  metadata.remove('caller-bin');
  expect(() => callerOf(metadata, PATH)).toThrow(MeshFault);
});

test('a statement names the hash of its message, and no two are alike', () => {
  const [one, two] = [1, 2].map(() => readCaller(withCaller(caller, 'secret', PATH, NOW), secrets, PATH, NOW));
  expect(one).toMatchObject({ bodyHash: bodyHashOf(body), validUntil: NOW + 2 * MINUTE });
  expect(one!.nonce).not.toBe(two!.nonce);
});

describe('a runner', () => {
  const own = 'the secret of runners';
  const read = (stated: object, secret: string, runnerSecret?: string) =>
    readCaller(withCaller(stated as typeof caller, secret, PATH), { ...secrets, runnerSecret }, PATH).caller;

  test.each([
    ['its own secret', own, own],
    ['the secret that follows from the one of the mesh', runnerSecretOf(secrets), undefined],
    [
      'a secret that follows from an older one of the mesh',
      runnerSecretOf(secrets),
      runnerSecretOf({ meshSecret: 'new,secret' }),
    ],
  ])('with %s states itself, and nothing besides', (_, secret, runnerSecret) => {
    const stated = { service: 'runner', requestId: 'r', organizationId: 'org_1', role: 'admin' };
    expect(read(stated, secret, runnerSecret)).toEqual({ service: 'runner', requestId: 'r' });
  });

  test.each([
    ['a person', caller],
    ['another service', { service: 'gateway', requestId: 'r' }],
  ])('is refused as %s', (_, stated) => {
    expect(() => read(stated, own, own)).toThrow(MeshFault);
    expect(() => read(stated, runnerSecretOf(secrets))).toThrow(MeshFault);
  });
});
