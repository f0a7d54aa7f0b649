interface HarnessTool {
  key: string;
  name: string;
  commonName: string;
  toolUseKind: 'read' | 'edit' | 'execute' | 'search' | 'fetch' | 'other';
  description: string;
}

const tool = (
  name: string,
  commonName: string,
  toolUseKind: HarnessTool['toolUseKind'],
  description: string,
): HarnessTool => ({ key: name, name, commonName, toolUseKind, description });

/** The tools that each harness brings along, by the names that its vendor documents. */
export const harnessTools: ReadonlyMap<string, readonly HarnessTool[]> = new Map([
  [
    'claude-code',
    [
      tool('Agent', 'subagent', 'other', 'Gives a task to an agent with a context of its own.'),
      tool('Bash', 'shell', 'execute', 'Runs a shell command.'),
      tool('Edit', 'edit file', 'edit', 'Replaces an exact text in a file.'),
      tool('Glob', 'find files', 'search', 'Finds files by a pattern of their names.'),
      tool('Grep', 'search files', 'search', 'Searches the content of files by a regular expression.'),
      tool('NotebookEdit', 'edit notebook', 'edit', 'Changes a cell of a Jupyter notebook.'),
      tool('Read', 'read file', 'read', 'Reads a file.'),
      tool('Skill', 'skill', 'other', 'Loads the instructions of a skill.'),
      tool('WebFetch', 'fetch page', 'fetch', 'Reads the page at a URL.'),
      tool('WebSearch', 'search the web', 'fetch', 'Searches the web.'),
      tool('Write', 'write file', 'edit', 'Creates or replaces a file.'),
    ],
  ],
]);
