import { callTool } from './call-tool.ts';
import { doctor } from './doctor/doctor.ts';
import { listTools } from './list-tools.ts';
import type { Inspection } from './subject.ts';
import { validate } from './validate.ts';

/** Everything that can be asked of a server, by the name that jobs for runners call it by. */
export const inspections = { validate, doctor, listTools, callTool } satisfies Record<string, Inspection<never>>;

export type InspectionName = keyof typeof inspections;
/** What the inspection of that name is told. */
export type InputOf<Name extends InspectionName> = Parameters<(typeof inspections)[Name]>[1];
