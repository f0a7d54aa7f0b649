import { isFeatureShut, type CallerAccess } from '@assay/contract/access';
import { nameOperations } from '@assay/contract/name-operations';
import { operation } from '@assay/contract/operation';
import { closed, open, page } from '@assay/contract/schema';
import { Type } from '@assay/contract/type';
import { handle } from './handle.ts';

const Thing = open({ id: Type.String() }, { $id: 'Thing' });
const common = {
  tag: 'Things',
  summary: 'Do it.',
  service: 'catalog',
  status: 200,
  path: '/projects/{projectId}/things',
  gate: 'swarms',
} as const;
const { gate: _none, ...ungated } = common;
const things = {
  list: operation({
    ...common,
    method: 'GET',
    access: 'viewer',
    input: open({}),
    reply: page(Thing, 'ThingPage'),
  }),
  read: operation({
    ...common,
    method: 'GET',
    access: 'viewer',
    input: open({}),
    reply: Thing,
  }),
  ask: operation({
    ...common,
    method: 'POST',
    safe: true,
    access: 'viewer',
    input: closed({}),
    reply: Type.Unsafe<{ id: string }>({}),
  }),
  write: operation({
    ...common,
    method: 'POST',
    access: 'member',
    input: closed({ name: Type.String() }),
    reply: Thing,
  }),
  archive: operation({
    ...ungated,
    method: 'DELETE',
    access: 'member',
    input: closed({}),
    reply: Thing,
  }),
};
const { list, read, ask, write, archive } = nameOperations({ things });

const on: CallerAccess = {
  userId: 'usr_1',
  organizationId: 'org_1',
  organizationRole: 'member',
  projectId: 'prj_1',
  role: 'member',
  features: ['swarms'],
};
const off: CallerAccess = { ...on, features: ['userTesting'] };

/** The answer of the operation, and whether its handler was called. */
async function asked(
  of: typeof list | typeof read | typeof ask | typeof write | typeof archive,
  caller: CallerAccess,
  body: object = {},
) {
  let reached = false;
  const answer = handle(of as typeof read, async () => {
    reached = true;
    return { id: 'thing_1' };
  });
  const reply = await answer(
    { projectId: 'prj_1', input: Buffer.from(JSON.stringify(body)) },
    { requestId: 'r', ...caller },
  ).then(
    ({ json }) => JSON.parse(json.toString()) as unknown,
    (error: { code: string; message: string; details?: unknown }) => error,
  );
  return { reached, reply };
}

test('a list of a feature that is off is empty, and nothing is read for it', async () => {
  expect(await asked(list, off)).toEqual({ reached: false, reply: { items: [] } });
});

test('anything else that is read of it, or asked without changing anything, is not there', async () => {
  for (const each of [read, ask])
    expect(await asked(each, off)).toMatchObject({ reached: false, reply: { code: 'NOT_FOUND' } });
});

test.each([[{ name: 'x' }], [{}]])(
  'a write of %j is refused with the name of the feature, before its body is looked at',
  async (body) => {
    expect(await asked(write, off, body)).toMatchObject({
      reached: false,
      reply: {
        code: 'FORBIDDEN',
        message: 'Swarms is switched off for this organization.',
        details: { feature: 'swarms' },
      },
    });
  },
);

test('what makes use less passes, and so does everything while the feature is on', async () => {
  expect(await asked(archive, off)).toEqual({ reached: true, reply: { id: 'thing_1' } });
  for (const each of [list, read, ask, archive]) expect(await asked(each, on)).toMatchObject({ reached: true });
  expect(await asked(write, on, { name: 'x' })).toMatchObject({ reached: true });
});

test('a missing role is told before a feature that is off', async () => {
  expect(await asked(write, { ...off, role: 'viewer' }, { name: 'x' })).toMatchObject({
    reply: { code: 'FORBIDDEN', message: 'This needs the member role in the project.' },
  });
});

test.each<[string, CallerAccess, boolean]>([
  ['on', on, false],
  ['off', off, true],
  ['not known of', { userId: 'usr_1' }, true],
])('a feature that is %s', (_, caller, shut) => {
  expect([isFeatureShut(list, caller), isFeatureShut(archive, caller)]).toEqual([shut, false]);
});
