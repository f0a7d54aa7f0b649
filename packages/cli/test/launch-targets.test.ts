import { launchTarget, type TargetChoice } from '../src/runs/launch-targets.ts';

const none: TargetChoice = { environmentIds: [], clients: [], servers: [], models: [] };
const servers = [
  { id: 's1', name: 'old' },
  { id: 's2', name: 'new' },
];

test.each([
  ['nothing', {}, { one: {} }],
  ['an environment and a model', { environmentIds: ['e'], models: ['m'] }, { one: { environmentId: 'e', model: 'm' } }],
  ['a client', { clients: ['Desktop'] }, { one: { namedHostId: 'Desktop' } }],
  ['a server', { servers: servers.slice(0, 1) }, { one: { serverIds: ['s1'] } }],
  [
    'several environments',
    { environmentIds: ['e', 'f'] },
    { several: [{ environmentId: 'e' }, { environmentId: 'f' }] },
  ],
  ['several clients', { clients: ['a', 'b'] }, { several: [{ namedHostId: 'a' }, { namedHostId: 'b' }] }],
  [
    'several servers with a model',
    { servers, models: ['m'] },
    {
      several: [
        { arm: { name: 'old, m', serverIds: ['s1'], model: 'm' } },
        { arm: { name: 'new, m', serverIds: ['s2'], model: 'm' } },
      ],
    },
  ],
  [
    'several models',
    { models: ['m', 'n'] },
    { several: [{ arm: { name: 'm', model: 'm' } }, { arm: { name: 'n', model: 'n' } }] },
  ],
] as const)('a launch against %s', (_, choice, target) => expect(launchTarget({ ...none, ...choice })).toEqual(target));

test.each([
  [{ environmentIds: ['e'], servers }, 'give one of them'],
  [{ environmentIds: ['e', 'f'], models: ['m'] }, '--model cannot'],
  [{ clients: ['c'], models: ['m', 'n'] }, '--model cannot'],
])('the targets %j are refused', (choice, told) => expect(() => launchTarget({ ...none, ...choice })).toThrow(told));
