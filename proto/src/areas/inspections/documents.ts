import { Type, type Static } from 'typebox';
import { Id, open, record } from '../../schema.ts';

/** What a runner is asked to find out from a server that only a runner reaches: the input of a job of kind `inspect`. */
export type InspectionTask = Static<typeof InspectionTask>;
export const InspectionTask = open({
  version: Type.Literal(1),
  /** The name of the inspection. */
  inspection: Type.String(),
  server: open({ id: Id, name: Type.String() }),
  /** What the caller of the API sent. */
  input: record(),
});
