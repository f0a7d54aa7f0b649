import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open, record } from '../../schema.ts';
import { ClientConfig } from '../clients/config.ts';

/** The input of a work item of kind `inspect`: one question to a server that only a runner reaches. */
export type InspectionTask = Static<typeof InspectionTask>;
export const InspectionTask = open({
  version: Type.Literal(1),
  /** The name of the inspection. */
  inspection: Type.String(),
  server: open({ id: Id, name: Type.String() }),
  /** The input of the API's caller. */
  input: record(),
  /** The server is asked as this client would ask it; without it as no client in particular. */
  client: Type.Optional(ClientConfig),
});
