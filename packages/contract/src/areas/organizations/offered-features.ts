import { features, type Feature } from '../../access.ts';
import { allOperations } from '../../operations.ts';

/** The features that an operation belongs to. The switch of any other feature would gate nothing. */
export const offeredFeatures: readonly Feature[] = (Object.keys(features) as Feature[]).filter((feature) =>
  Object.values(allOperations).some(({ gate }) => gate === feature),
);
