import type { Role } from '@assay/contract/access';
import { Role as OnWire } from '@assay/mesh/gen/assay/v1/catalog';

/** A role as the mesh spells it. */
export const roleOnWire = {
  viewer: OnWire.VIEWER,
  member: OnWire.MEMBER,
  admin: OnWire.ADMIN,
  owner: OnWire.OWNER,
} as const satisfies Record<Role, OnWire>;

const names = new Map(Object.entries(roleOnWire).map(([name, wire]) => [wire as OnWire, name as Role]));

/** The role that the mesh spells so; undefined for none, and for one that this version does not know. */
export const roleOf = (wire: OnWire): Role | undefined => names.get(wire);
