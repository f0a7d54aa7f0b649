import { callerOf, MeshFault, withCaller } from './caller.ts';

const caller = { requestId: 'req_1', organizationId: 'org_1', userId: 'usr_1', projectId: 'prj_1', role: 'member' as const };

test('a signed caller is read as it was stated', () => expect(callerOf(withCaller(caller, 'secret'), 'secret')).toEqual(caller));

test('a caller signed with another secret is refused', () =>
  expect(() => callerOf(withCaller(caller, 'other'), 'secret')).toThrow(MeshFault));

test('a caller whose statement was altered is refused', () => {
  const metadata = withCaller(caller, 'secret');
  const [stated] = metadata.get('caller-bin');
  metadata.set('caller-bin', Buffer.from((stated as Buffer).toString('latin1').replace('member', 'admin!'), 'latin1'));
  expect(() => callerOf(metadata, 'secret')).toThrow(MeshFault);
});

test('an old statement is refused', () =>
  expect(() => callerOf(withCaller(caller, 'secret', 0), 'secret', 16 * 60_000)).toThrow(MeshFault));

test('no statement is no caller', () => {
  const metadata = withCaller(caller, 'secret');
  metadata.remove('caller-bin');
  expect(() => callerOf(metadata, 'secret')).toThrow(MeshFault);
});
