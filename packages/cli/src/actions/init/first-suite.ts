/** The text of a first suite file for a server, with one case to change. Names are JSON texts, which YAML reads. */
export function firstSuite(folder: string, server: string): string {
  const name = JSON.stringify(server);
  const id =
    folder
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'suite';
  return `# A suite of Assay. Each case is a list of steps: actions, and assertions about their results.
# \`assay suite schema > suite.schema.json\` prints the JSON Schema for editors.
assay: 1
id: ${JSON.stringify(id)}
name: ${JSON.stringify(folder || 'Suite')}
servers: [${name}]
cases:
  - id: first
    title: the first tool answers
    steps:
      # The name of a tool of the server, and its arguments.
      - { id: call, kind: toolCall, serverName: ${name}, toolName: echo, arguments: { message: hello } }
      - { id: fits, kind: assert, assertion: { type: argumentsMatchToolSchema } }
      - { id: says, kind: assert, assertion: { type: toolResultContains, needle: hello } }
`;
}
