import { conflict, type Problem } from '@assay/contract/problem';

/** An object that uses a client. This service knows the names of environments and studies alone. */
export interface ClientUse {
  kind: 'environment' | 'study' | 'suite' | 'journey';
  id: string;
  name?: string;
}

/** The CONFLICT of a deletion of a client that is used. */
export const usedClientProblem = (uses: ClientUse[]): Problem =>
  conflict(
    `The client is used by ${uses.map(({ kind, id, name }) => `${kind} ${name === undefined ? id : `"${name}"`}`).join(', ')}: detach it there first.`,
    { usedBy: uses },
  );
