import { typeid } from 'typeid-js';

/** The kinds of things that carry a TypeID, by their prefix. */
export type IdPrefix = 'usr' | 'org' | 'prj' | 'srv' | 'key' | 'suite' | 'case' | 'run' | 'iter' | 'evt' | 'req' | 'runner';

/** A fresh TypeID (prefix and a UUIDv7 in base32): sortable by the time it was made, recognisable by its prefix. */
export const newId = (prefix: IdPrefix): string => typeid(prefix).toString();
