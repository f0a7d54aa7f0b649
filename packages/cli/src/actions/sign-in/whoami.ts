import type { whoamiInput } from '../../commands/sign-in.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { sourceWords } from '../../platform/explain-failure.ts';

/** Shows the person, the platform, the project and the role of commands, and where each comes from. */
export const whoami: Action<typeof whoamiInput> = async (context, { options }) => {
  const { assay, url, chosen, projectId } = await context.platform();
  const [person, project] = await Promise.all([
    assay.getMe(),
    projectId().then((id) => assay.getProject({ projectId: id })),
  ]);
  const from = {
    credential: sourceWords(chosen.credential!.from),
    url: sourceWords(chosen.url.from),
    project: sourceWords(chosen.project.from),
  };
  const { id, email, name } = person;
  const shown = {
    person: { id, email, name },
    url,
    project: { id: project.id, name: project.name },
    role: project.role,
    from,
  };
  printDocument(context, options, shown, () => {
    const lines = [
      ['person', visibleText(email), from.credential],
      ['address', url, from.url],
      ['project', visibleText(project.name), from.project],
      ['role', project.role, 'the project'],
    ] as const;
    const width = Math.max(...lines.map(([, value]) => value.length));
    return lines
      .map(([field, value, source]) => `  ${field.padEnd(9)}${value.padEnd(width)}   from ${source}\n`)
      .join('');
  });
};
