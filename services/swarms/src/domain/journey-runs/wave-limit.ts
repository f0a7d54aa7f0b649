import { conflict } from '@assay/contract/problem';

/** The most runs of a wave: gates, comparisons and insights read all of them. */
export const MAX_RUNS_OF_WAVE = 500;

/** Throws CONFLICT, naming `waveId`, when a wave of `count` runs takes no further one. */
export function refuseFullWave(waveId: string, count: number): void {
  if (count >= MAX_RUNS_OF_WAVE)
    throw conflict(`The wave has ${count} runs, the most that it can have: launch with another \`waveId\`.`, {
      field: 'waveId',
      waveId,
      limit: 'runsOfWave',
      allowedValue: MAX_RUNS_OF_WAVE,
      currentValue: count,
    });
}
