import { hash } from 'node:crypto';

/** The most that every provider takes as a seed. */
const MAX_SEED = 2 ** 31;

/**
 * The seed of a session. It depends neither on the wave nor on the target, so that sessions of one journey and persona with
 * the same number are pairs. From 0, below 2 ** 31.
 */
export const sessionSeed = (journeyId: string, personaId: string, sessionIndex: number): number =>
  Number.parseInt(hash('sha256', `${journeyId} ${personaId} ${sessionIndex}`).slice(0, 8), 16) % MAX_SEED;
