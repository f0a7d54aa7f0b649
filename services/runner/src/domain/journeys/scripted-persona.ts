import type { PersonaMove, PlayedTurn } from './persona-move.ts';

/**
 * The moves of a persona that `scripted/rules` plays, by one published rule: each line of the goal is one message, in
 * their order. A line whose turn gave no useful answer is said once more; without a useful answer then, the persona gives
 * up. After the last line the goal is reached. It is not a language model: it knows neither the persona nor the answers.
 */
export function scriptedMove(goal: string, turns: readonly PlayedTurn[]): PersonaMove {
  const lines = goal
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let [at, tries] = [0, 0];
  for (const turn of turns) {
    if (isUseful(turn)) [at, tries] = [at + 1, 0];
    else tries++;
    if (tries === MAX_TRIES)
      return {
        end: 'gaveUp',
        note: `scripted/rules said line ${at + 1} of the goal ${MAX_TRIES} times without success.`,
      };
  }
  const line = lines[at];
  return line === undefined
    ? { end: 'goalReached', note: 'scripted/rules said every line of the goal and got an answer to each.' }
    : { say: line };
}

const MAX_TRIES = 2;

const isUseful = ({ answer, isBroken }: PlayedTurn): boolean => !isBroken && answer.trim() !== '';
