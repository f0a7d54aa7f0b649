/** An object with these fields and no others. */
const fields = (properties: Record<string, object>, required: string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const list = (items: object): object => ({ type: 'array', items, minItems: 1 });
const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
/** A number, or a name of the resource. */
const port = { anyOf: [{ type: 'integer', minimum: 1, maximum: 65_535 }, text] };

/**
 * The fields of skaffold's configuration that ours uses, of version v4beta13, as its reference documents them. A
 * further field that ours uses is added here with its type.
 */
export const skaffoldSchema = fields(
  {
    apiVersion: { const: 'skaffold/v4beta13' },
    kind: { const: 'Config' },
    metadata: fields({ name: text }, ['name']),
    requires: list(fields({ configs: list(text) })),
    manifests: fields({ rawYaml: list(text) }),
    build: fields({
      artifacts: list(fields({ image: text, docker: fields({ dockerfile: text, target: text }) }, ['image'])),
      local: fields({ push: flag, useBuildkit: flag }),
    }),
    deploy: fields({
      kubectl: fields({}),
      helm: fields({
        releases: list(
          fields(
            {
              name: text,
              chartPath: text,
              valuesFiles: list(text),
              setValueTemplates: { type: 'object', additionalProperties: text },
            },
            ['name'],
          ),
        ),
      }),
    }),
    portForward: list(
      fields({ resourceType: text, resourceName: text, port, localPort: { type: 'integer', minimum: 1 } }),
    ),
  },
  ['apiVersion', 'kind'],
);
