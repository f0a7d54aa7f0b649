/** How often an organization may make a kind of costly request; `of` names the kind. */
export interface BrakeLimits {
  perMinute: number;
  perDay: number;
  of: string;
}

/**
 * Every brake: `perMinute` at once and from then on evenly, `perDay` in a day of UTC. A request that was refused or
 * made nothing new does not count. A request that broke (500) or took too long (504) may have made something, and
 * counts. The settings of an organization can change both numbers.
 */
export const brakes = {
  // A run connects to servers and takes runners. One launch a second suffices for a pipeline that loops by mistake, and
  // a day of launches stays below what a queue holds. A run group is one launch.
  launches: { perMinute: 60, perDay: 5_000, of: 'launches of runs' },
  // Each request may have a model read a whole run, which takes minutes. No reader needs twenty a minute, and 500
  // suffice for every run of a busy day.
  insights: { perMinute: 20, perDay: 500, of: 'requests for insights and judgements' },
  // Each request is a long call of a model whose drafts a person reviews, at most 500 times a day.
  generation: { perMinute: 20, perDay: 500, of: 'requests for drafts' },
  // Each request may send a mail to a stranger in the name of the operator, whose mail host blocks senders of bulk mail.
  // A list of participants is invited at one a second, and the largest study (1,000 members) within two days.
  invitations: { perMinute: 60, perDay: 500, of: 'invitations to studies' },
} as const satisfies Record<string, BrakeLimits>;

export type Brake = keyof typeof brakes;
