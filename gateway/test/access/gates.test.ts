import { gatewayFixture, testSessions } from '../start.ts';

const { answers, send } = gatewayFixture();
const SWARMS = '/projects/prj_member/swarms';
/** The key's organization has no feature switched on, the session's has all. */
const [off, on] = [{}, { session: testSessions.owner }];

/** The replies to a list, a write and a removal, and the operations that reached the service. */
async function askedOf(whose: typeof off | typeof on) {
  const reached: string[] = [];
  for (const name of ['listSwarms', 'createSwarm', 'archiveSwarm'] as const)
    answers[name] = async () => {
      reached.push(name);
      return name === 'listSwarms' ? { items: [{ id: 'swarm_1' }] } : { id: 'swarm_1' };
    };
  const replies = [
    await send('GET', SWARMS, whose),
    await send('POST', SWARMS, { ...whose, body: { name: 'Weather', sessionsPerTarget: 1, maxTurns: 1 } }),
    await send('DELETE', `${SWARMS}/swarm_1`, whose),
  ];
  return { reached, replies: replies.map(({ status, json }) => [status, json()]) };
}

test('a disabled feature has empty lists, refused writes and working removals', async () => {
  expect(await askedOf(off)).toEqual({
    reached: ['archiveSwarm'],
    replies: [
      [200, { items: [] }],
      [
        403,
        { code: 'FORBIDDEN', message: 'Swarms is switched off for this organization.', details: { feature: 'swarms' } },
      ],
      [200, { id: 'swarm_1' }],
    ],
  });
});

test('an enabled feature works', async () => {
  expect(await askedOf(on)).toEqual({
    reached: ['listSwarms', 'createSwarm', 'archiveSwarm'],
    replies: [
      [200, { items: [{ id: 'swarm_1' }] }],
      [201, { id: 'swarm_1' }],
      [200, { id: 'swarm_1' }],
    ],
  });
});
