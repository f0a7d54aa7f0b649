import type { Act } from './act.ts';
import { databaseActs } from './acts/database.ts';
import { forceActs } from './acts/force.ts';
import { incidentActs } from './acts/incidents.ts';
import { plannedActs } from './acts/planned.ts';
import { wrongNamesAct } from './acts/wrong-names.ts';

/** Every act, in the order in which they are played: those on the same kind of installation follow each other. */
export const acts: Act[] = Object.values(
  Object.groupBy([...plannedActs, ...forceActs, wrongNamesAct, ...incidentActs, ...databaseActs], ({ stage }) => stage),
).flat();
