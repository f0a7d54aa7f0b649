import { serviceNames } from '@assay/contract/services';
import type { AnySetting } from '@assay/kit/settings/setting';
import { declaredSettings } from './declared-settings.ts';
import { servingNames, settingsOfProcesses } from './read-settings.ts';

const INTRODUCTION = `# Settings

Settings are environment variables, read once at the start.
A process with missing or malformed settings names all of them and ends.
An empty setting counts as one that is not set.
A switch is \`true\`, \`on\` or \`1\`, or else \`false\`, \`off\` or \`0\`.
A setting marked * may also come from a file, named by the setting with \`_FILE\` behind it, as secrets do in the chart.

The processes are the gateway, the services (${serviceNames.join(', ')}) and the runner.
\`migrate\` prepares their database ([install](operations/install.md)).
\`npm start\` is all of them in one process, which takes their settings beside its own.
Each table holds the settings that these processes alone read.
\`npm run generate\` prints this page from the declarations in the code.
`;

/** Settings that the same processes read, under the same condition. */
interface SettingGroup {
  processes: string[];
  condition: AnySetting | undefined;
  settings: AnySetting[];
}

/** The text of docs/settings.md. */
export async function settingsPage(): Promise<string> {
  const sections = (await groups()).flatMap((group) => [
    '',
    `## ${titleOf(group)}`,
    '',
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...group.settings.map(row),
  ]);
  return `${INTRODUCTION}${sections.join('\n')}\n`;
}

/** The groups of most processes first, and of one process in the order of the processes. */
async function groups(): Promise<SettingGroup[]> {
  const read = await settingsOfProcesses();
  const names = [...read.keys()];
  const readersOf = (setting: AnySetting): SettingGroup => {
    const reads = [...read].flatMap(([process, settings]) =>
      settings.filter((each) => each.setting === setting).map(({ condition }) => ({ process, condition })),
    );
    if (reads.length === 0) throw new Error(`No process reads ${setting.name}.`);
    const isConditional = reads.every(({ condition }) => condition !== undefined);
    return {
      processes: reads.map(({ process }) => process),
      condition: isConditional ? reads[0]!.condition : undefined,
      settings: [],
    };
  };
  const found = new Map<string, SettingGroup>();
  for (const setting of await declaredSettings()) {
    const readers = readersOf(setting);
    const key = titleOf(readers);
    if (!found.has(key)) found.set(key, readers);
    found.get(key)!.settings.push(setting);
  }
  const firstOf = ({ processes }: SettingGroup): number => names.indexOf(processes[0]!);
  return [...found.values()].sort(
    (a, b) =>
      b.processes.length - a.processes.length ||
      firstOf(a) - firstOf(b) ||
      Number(a.condition !== undefined) - Number(b.condition !== undefined),
  );
}

function titleOf({ processes, condition }: Pick<SettingGroup, 'processes' | 'condition'>): string {
  return condition === undefined ? readersIn(processes) : `${readersIn(processes)}, with \`${condition.name}\``;
}

function readersIn(processes: string[]): string {
  const lacking = servingNames.filter((name) => !processes.includes(name));
  const others = processes.filter((name) => !servingNames.includes(name));
  if (lacking.length === 0) return ['Every process', ...others].join(', ');
  if (lacking.length === 1) return [`Every process but ${lacking[0]}`, ...others].join(', ');
  const services: readonly string[] = serviceNames;
  if (services.every((name) => processes.includes(name)))
    return ['Every service', ...processes.filter((name) => !services.includes(name))].join(', ');
  return processes.join(', ');
}

function row(setting: AnySetting): string {
  const { name, mayBeFile, facts, bounds } = setting;
  const sentences = [...facts.explanation, ...(bounds ? [`${bounds[0]!.toUpperCase()}${bounds.slice(1)}.`] : [])];
  const cells = [`\`${name}\`${mayBeFile ? ' *' : ''}`, defaultOf(setting), sentences.join(' ')];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}

function defaultOf({ name, facts }: AnySetting): string {
  if (facts.defaultInWords !== undefined) return facts.defaultInWords;
  const value = facts.default;
  if (value === undefined) return '';
  const text: unknown = Array.isArray(value) ? value.join(',') : value;
  if (text === '') return '';
  if (typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean') return `\`${text}\``;
  throw new Error(`The default of ${name} is said in no words.`);
}
