/** How often an organization may ask for something that spends; `of` is what that is. */
export interface BrakeLimits {
  perMinute: number;
  perDay: number;
  of: string;
}

/**
 * Every brake: `perMinute` at once and from then on evenly, `perDay` in a day of UTC. A request that was refused or made
 * nothing new counts towards neither; one that broke (500) or took too long (504) may have made something, and counts. An
 * organization can have other numbers in its settings.
 */
export const brakes = {
  // A run connects to servers and takes runners: one a second is what a pipeline that loops by mistake gets, and a day of it stays below what a queue holds. A group of runs is one launch.
  launches: { perMinute: 60, perDay: 5_000, of: 'launches of runs' },
  // Each may have a model read a whole run, which takes it minutes: nobody reads twenty a minute, and 500 are one for every run of a busy day.
  insights: { perMinute: 20, perDay: 500, of: 'requests for insights and judgements' },
  // Each is a long call of a model whose drafts a person reviews, 500 times a day at the most.
  generation: { perMinute: 20, perDay: 500, of: 'requests to draft cases' },
} as const satisfies Record<string, BrakeLimits>;

export type Brake = keyof typeof brakes;
