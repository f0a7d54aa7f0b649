import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { OfferedTool } from './offered-tools.ts';

/** A skill by the name that the model uses. */
type NamedSkills = ReadonlyMap<string, BundleSkill>;

/** The skills of a run as a model reaches them: a list for its system prompt, and a tool that reads one. */
interface OfferedSkills {
  prompt: string;
  tool: OfferedTool;
}

/**
 * Offers skills as the Agent Skills format asks of clients: the model is told of names and descriptions, and reads the
 * instructions and files of a skill when a task needs them.
 */
export function offeredSkills(skills: readonly BundleSkill[], toolName: string): OfferedSkills {
  const named = namedSkills(skills);
  const lines = [...named].map(([name, { description }]) => `- ${name}: ${description.replaceAll(/\s+/g, ' ')}`);
  return {
    prompt: [
      `You have these skills. When a task fits the description of one, read it with the tool ${toolName} before you go on.`,
      ...lines,
    ].join('\n'),
    tool: {
      name: toolName,
      serverId: '',
      serverName: '',
      toolName,
      declaration: {
        description: 'Reads the instructions of a skill, or one of its files.',
        inputSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', enum: [...named.keys()] },
            file: { type: 'string', description: 'A file that the instructions name, by its path.' },
          },
          required: ['name'],
        },
      },
      answer: ({ name, file }) => readSkill(named, name, file),
    },
  };
}

/** Skills of several plugins can have one name: then the later ones are numbered. */
function namedSkills(skills: readonly BundleSkill[]): NamedSkills {
  const named = new Map<string, BundleSkill>();
  for (const skill of skills) {
    let { name } = skill;
    for (let n = 2; named.has(name); n++) name = `${skill.name}-${n}`;
    named.set(name, skill);
  }
  return named;
}

function readSkill(skills: NamedSkills, name: unknown, path: unknown): string {
  const skill = typeof name === 'string' ? skills.get(name) : undefined;
  if (!skill) return `There is no such skill. The skills are: ${[...skills.keys()].join(', ')}.`;
  const { text, files = [] } = skill;
  const paths = files.map((file) => file.path);
  if (path === undefined || path === '' || path === 'SKILL.md')
    return paths.length > 0 ? `${text}\n\nFiles of this skill: ${paths.join(', ')}` : text;
  const file = files.find((each) => each.path === (typeof path === 'string' ? path.replace(/^\.\//, '') : path));
  if (!file) return `The skill has no such file. Its files are: ${paths.join(', ') || 'none'}.`;
  return file.text ?? 'This file cannot be read as text.';
}
