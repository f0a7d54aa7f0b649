/** The respelled role. */
type Spell = (role: string, path: string) => string;
/** Respells the roles in a value, which its holder has under a key; the path is a JSON Pointer. */
type RoleWalk = (holder: Record<PropertyKey, unknown>, key: PropertyKey, path: string, spell: Spell) => void;

/** The keywords under which a schema of the contract has further schemas. */
interface SchemaNode {
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  discriminator?: { propertyName: string };
  oneOf?: SchemaNode[];
  anyOf?: SchemaNode[];
  allOf?: SchemaNode[];
  then?: SchemaNode;
  else?: SchemaNode;
}

/** The walks of schemas: many operations share theirs. */
const walksOf = new WeakMap<object, RoleWalk | undefined>();

/**
 * Compiles a walk to every role that the schema declares: a string whose enum has `gating`. Other places with such a
 * text are data of users. Undefined when the schema has no role.
 */
export function roleWalk(schema: object): RoleWalk | undefined {
  if (!walksOf.has(schema)) walksOf.set(schema, compileWalk(schema));
  return walksOf.get(schema);
}

function compileWalk(schema: object): RoleWalk | undefined {
  const { enum: words, properties = {}, items, discriminator, ...node } = schema as SchemaNode;
  if (words?.includes('gating')) return walkRole;
  const fields = Object.entries(properties).flatMap(([name, field]) => withWalk(name, field));
  const walks = [
    fields.length > 0 ? walkFields(fields) : undefined,
    items && walkItems(items),
    discriminator
      ? walkVariant(discriminator.propertyName, node.oneOf ?? [])
      : walkAll((node.oneOf ?? []).map(roleWalk)),
    ...[...(node.anyOf ?? []), ...(node.allOf ?? [])].map(roleWalk),
    node.then && roleWalk(node.then),
    node.else && roleWalk(node.else),
  ];
  return walkAll(walks);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const withWalk = <Name>(name: Name, schema: SchemaNode): [Name, RoleWalk][] => {
  const walk = roleWalk(schema);
  return walk ? [[name, walk]] : [];
};

const walkRole: RoleWalk = (holder, key, path, spell) => {
  const role = holder[key];
  if (typeof role === 'string') holder[key] = spell(role, path);
};

const walkFields =
  (fields: [string, RoleWalk][]): RoleWalk =>
  (holder, key, path, spell) => {
    const value = holder[key];
    if (!isObject(value)) return;
    for (const [name, walk] of fields) if (Object.hasOwn(value, name)) walk(value, name, `${path}/${name}`, spell);
  };

function walkItems(schema: SchemaNode): RoleWalk | undefined {
  const walk = roleWalk(schema);
  return (
    walk &&
    ((holder, key, path, spell) => {
      const list = holder[key];
      if (!Array.isArray(list)) return;
      for (const i of list.keys()) walk(list as unknown as Record<number, unknown>, i, `${path}/${i}`, spell);
    })
  );
}

/** A value has the roles of the variant that its tag names, and of no other. */
function walkVariant(tag: string, variants: SchemaNode[]): RoleWalk | undefined {
  const walks = new Map(variants.flatMap((variant) => withWalk(variant.properties?.[tag]?.const, variant)));
  if (walks.size === 0) return undefined;
  return (holder, key, path, spell) => {
    const value = holder[key];
    if (isObject(value)) walks.get(value[tag])?.(holder, key, path, spell);
  };
}

function walkAll(given: (RoleWalk | undefined)[]): RoleWalk | undefined {
  const walks = given.filter((walk) => walk !== undefined);
  if (walks.length < 2) return walks[0];
  return (holder, key, path, spell) => {
    for (const walk of walks) walk(holder, key, path, spell);
  };
}
