/** The fields of Kubernetes' OpenAPI 2 document that are used here. */
export interface KubernetesApi {
  definitions: Record<string, Definition>;
}

interface Definition {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Definition>;
  items?: Definition;
  additionalProperties?: Definition | boolean;
  oneOf?: Definition[];
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

const NUMBER_OR_TEXT = [{ type: 'number' }, { type: 'string' }];

/**
 * One self-contained JSON schema per kind that a manifest can name, as [file name, schema]. The names are the ones that
 * kubeconform looks for, like `deployment-apps-v1.json`. Unlike the API's own document, the schemas refuse unknown
 * fields.
 */
export function* strictSchemas({ definitions }: KubernetesApi): Generator<[name: string, schema: object]> {
  for (const [id, definition] of Object.entries(definitions)) {
    const [gvk, ...others] = definition['x-kubernetes-group-version-kind'] ?? [];
    // A definition of several kinds is an option of requests, never a manifest.
    if (!gvk || others.length > 0 || !definition.properties?.['kind']) continue;
    const { group, version, kind } = gvk;
    const root = strict(id, definition);
    root.required = [...new Set([...(root.required ?? []), 'apiVersion', 'kind'])];
    root.properties = {
      ...root.properties,
      apiVersion: { type: 'string', enum: [group ? `${group}/${version}` : version] },
      kind: { type: 'string', enum: [kind] },
    };
    const parts = Object.fromEntries(
      [...reachable(id, definitions)].map((part) => [part, strict(part, definitions[part]!)]),
    );
    const [domain] = group.split('.');
    yield [
      `${[kind.toLowerCase(), ...(domain ? [domain] : []), version].join('-')}.json`,
      { ...root, definitions: parts },
    ];
  }
}

/** The same definition, closed: an object with named fields has no other fields. */
function strict(id: string, definition: Definition): Definition {
  if (id.endsWith('.api.resource.Quantity') || definition.format === 'int-or-string') return { oneOf: NUMBER_OR_TEXT };
  const { type, format, enum: values, required, properties, items, additionalProperties, $ref } = definition;
  if ($ref) return { $ref };
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(values && { enum: values }),
    ...(required && { required }),
    ...(items && { items: strict('', items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, strict('', field)])),
    }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: strict('', additionalProperties) }
      : properties && { additionalProperties: false }),
  };
}

/** The ids of every definition that `id` refers to, directly or indirectly. */
function reachable(id: string, definitions: KubernetesApi['definitions']): Set<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, ref] of JSON.stringify(definitions[next]).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) {
      if (found.has(ref!)) continue;
      found.add(ref!);
      open.push(ref!);
    }
  }
  return found;
}
