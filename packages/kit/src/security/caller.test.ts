import { callerOf, MeshFault, withCaller } from './caller.ts';

const caller = {
  requestId: 'req_1',
  organizationId: 'org_1',
  userId: 'usr_1',
  projectId: 'prj_1',
  role: 'member' as const,
};

const PATH = '/assay.v1.Rooms/Enter';

test('a signed caller is read as it was stated', () =>
  expect(callerOf(withCaller(caller, 'secret', PATH), 'secret', PATH)).toEqual(caller));

test('a caller signed with another secret is refused', () =>
  expect(() => callerOf(withCaller(caller, 'other', PATH), 'secret', PATH)).toThrow(MeshFault));

test('a caller who was stated to another RPC is refused: what was overheard opens nothing else', () =>
  expect(() => callerOf(withCaller(caller, 'secret', '/assay.v1.Rooms/Leave'), 'secret', PATH)).toThrow(MeshFault));

test('a caller whose statement was altered is refused', () => {
  const metadata = withCaller(caller, 'secret', PATH);
  const [stated] = metadata.get('caller-bin');
  metadata.set('caller-bin', Buffer.from((stated as Buffer).toString('latin1').replace('member', 'admin!'), 'latin1'));
  expect(() => callerOf(metadata, 'secret', PATH)).toThrow(MeshFault);
});

const [MINUTE, NOW] = [60_000, 1_800_000_000_000];
const readAt = (minutes: number) =>
  callerOf(withCaller(caller, 'secret', PATH, NOW + minutes * MINUTE), 'secret', PATH, NOW);
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
  expect(() => callerOf(metadata, 'secret', PATH)).toThrow(MeshFault);
});

test('no statement is no caller', () => {
  const metadata = withCaller(caller, 'secret', PATH);
  metadata.remove('caller-bin');
  expect(() => callerOf(metadata, 'secret', PATH)).toThrow(MeshFault);
});
