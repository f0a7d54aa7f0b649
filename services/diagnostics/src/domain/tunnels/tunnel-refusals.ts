import { conflict, Problem } from '@assay/contract/problem';

/** At most 50 tunnels of a project are live at a time. */
export const MAX_TUNNELS = 50;

/** RATE_LIMITED when a project has this many other live tunnels and may not have one more. */
export const tunnelLimitProblem = (others: number): Problem | undefined =>
  others < MAX_TUNNELS
    ? undefined
    : new Problem(
        'RATE_LIMITED',
        `The project has ${others} tunnels already; close one, or wait until a token expires.`,
        { limit: 'tunnels', allowedValue: MAX_TUNNELS, currentValue: others },
        60,
      );

export const foreignTunnelProblem = () =>
  conflict(
    'The tunnel of that name belongs to the person who made it, until they or an admin close it or its token expires; choose another name.',
  );
