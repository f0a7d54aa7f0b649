import type { ClientConfig } from '@assay/contract/areas/clients/config';

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

/** By the names that the vendors document; a harness that a client may name has a list. */
const tools: Record<NonNullable<ClientConfig['harness']>, readonly HarnessTool[]> = {
  'claude-code': [
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
  codex: [
    tool('apply_patch', 'edit file', 'edit', 'Creates, changes and deletes files by a patch.'),
    tool('shell', 'shell', 'execute', 'Runs a shell command.'),
    tool('update_plan', 'plan', 'other', 'Keeps the plan of the task.'),
    tool('view_image', 'read image', 'read', 'Reads a local image.'),
    tool('web_search', 'search the web', 'fetch', 'Searches the web.'),
  ],
  cursor: [
    tool('codebase_search', 'search code', 'search', 'Finds code by its meaning.'),
    tool('delete_file', 'delete file', 'edit', 'Deletes a file.'),
    tool('edit_file', 'edit file', 'edit', 'Changes or creates a file.'),
    tool('file_search', 'find files', 'search', 'Finds files by a part of their path.'),
    tool('grep_search', 'search files', 'search', 'Searches the content of files by a regular expression.'),
    tool('list_dir', 'list folder', 'read', 'Lists a folder.'),
    tool('read_file', 'read file', 'read', 'Reads a file.'),
    tool('run_terminal_cmd', 'shell', 'execute', 'Runs a command in a terminal.'),
    tool('web_search', 'search the web', 'fetch', 'Searches the web.'),
  ],
};

/** The tools that each harness brings along. */
export const harnessTools: ReadonlyMap<string, readonly HarnessTool[]> = new Map(Object.entries(tools));
