import type { PlayedTurn } from './persona-move.ts';
import { scriptedMove } from './scripted-persona.ts';

const goal = 'find tea\n\n  order it  \n';
/** Turns by letters: a useful answer, a broken one, or silence. */
const turns = (letters: string): PlayedTurn[] =>
  Array.from(letters, (letter) => ({ said: '', answer: letter === 's' ? ' ' : 'yes', isBroken: letter === 'b' }));

test.each<[string, object]>([
  ['', { say: 'find tea' }],
  ['u', { say: 'order it' }],
  ['b', { say: 'find tea' }],
  ['s', { say: 'find tea' }],
  ['bu', { say: 'order it' }],
  ['uu', { end: 'goalReached' }],
  ['bubu', { end: 'goalReached' }],
  ['bb', { end: 'gaveUp' }],
  ['usb', { end: 'gaveUp' }],
])('after turns %j the persona does %j', (letters, move) =>
  expect(scriptedMove(goal, turns(letters))).toMatchObject(move),
);
