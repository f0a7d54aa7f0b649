import { sessionSeed } from './session-seed.ts';

test('a seed depends on the journey, the persona and the number of the session', () => {
  expect(sessionSeed('journey_1', 'persona_1', 0)).toBe(sessionSeed('journey_1', 'persona_1', 0));
  const seeds = [
    sessionSeed('journey_1', 'persona_1', 0),
    sessionSeed('journey_1', 'persona_1', 1),
    sessionSeed('journey_1', 'persona_2', 0),
    sessionSeed('journey_2', 'persona_1', 0),
  ];
  expect(new Set(seeds).size).toBe(4);
  for (const seed of seeds) expect(seed >= 0 && seed < 2 ** 31 && Number.isInteger(seed)).toBe(true);
});
