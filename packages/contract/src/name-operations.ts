import type { OperationDeclaration, Operation, RequestOf } from './operation.ts';

/** The exports of an area. */
type Declarations = Readonly<Record<string, OperationDeclaration>>;

// oxlint-disable-next-line typescript/no-explicit-any
type Intersection<Union> = (Union extends any ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Named<Declared> =
  Declared extends OperationDeclaration<infer Path, infer Header, infer In, infer Out, infer Service>
    ? Operation<RequestOf<Path, Header>, In, Out> & { service: Service }
    : never;

/** Every operation of the areas by its id. */
type NamedOperations<Areas> = {
  [Id in keyof Intersection<Areas[keyof Areas]>]: Named<Intersection<Areas[keyof Areas]>[Id]>;
};

/**
 * Gives every declaration its id, which is the name of its export.
 * @throws when two areas export one id: clients and the audit log would confuse the two.
 */
export function nameOperations<const Areas extends Readonly<Record<string, Declarations>>>(
  areas: Areas,
): NamedOperations<Areas> {
  const named = new Map<string, Operation>();
  for (const [area, declarations] of Object.entries(areas))
    for (const [id, declaration] of Object.entries(declarations)) {
      if (named.has(id)) throw new Error(`There are two operations ${id}.`);
      named.set(id, { ...declaration, id, area });
    }
  return Object.fromEntries(named) as NamedOperations<Areas>;
}
