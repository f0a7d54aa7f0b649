/** The fields of a CustomResourceDefinition that are read. */
export interface CustomResourceDefinition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; served: boolean; schema: { openAPIV3Schema: Structural } }[];
  };
}

interface Structural {
  properties?: Record<string, Structural>;
  items?: Structural;
  additionalProperties?: Structural | boolean;
  required?: string[];
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  [keyword: string]: unknown;
}

/**
 * The JSON schemas of a custom resource, one for each served version, as [file name, schema]. kubeconform looks for them
 * by these file names, such as `httproute-gateway-v1.json`. They refuse unknown fields, as the API server does with
 * `--validate=strict`.
 */
export function* customResourceSchemas({ spec }: CustomResourceDefinition): Generator<[name: string, schema: object]> {
  const [domain] = spec.group.split('.');
  for (const { name, served, schema } of spec.versions) {
    if (!served) continue;
    const { properties, ...root } = closed(schema.openAPIV3Schema);
    yield [
      `${spec.names.kind.toLowerCase()}-${domain}-${name}.json`,
      {
        ...root,
        required: ['apiVersion', 'kind', ...(root.required ?? [])],
        properties: { ...properties, metadata: { type: 'object' } },
      },
    ];
  }
}

/** The same schema, closed: an object with named fields has no other fields. Validation rules in CEL are left out. */
function closed({ properties, items, additionalProperties, ...rest }: Structural): Structural {
  if (rest['x-kubernetes-int-or-string']) return { type: ['integer', 'string'] };
  const isOpen = rest['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !keyword.startsWith('x-kubernetes-'))),
    ...(items && { items: closed(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closed(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, closed(part)])),
      ...(additionalProperties === undefined && !isOpen && { additionalProperties: false }),
    }),
  };
}
