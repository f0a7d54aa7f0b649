import type { getInput } from '../../commands/servers/prompts.ts';
import type { readInput } from '../../commands/servers/resources.ts';
import { CommandFailure } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { STANDARD_OUTPUT, writeOutput } from '../../files.ts';
import { printJson } from '../../output/print-json.ts';
import { visibleJson } from '../../output/visible-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import { readArguments } from '../tools/tool-arguments.ts';

/** Reads a resource: its text to a person, the whole answer in a pipe, its bytes into a file. */
export const readResource: Action<typeof readInput> = async (context, { arguments: { server, uri }, options }) => {
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const read = await assay.readResource({ projectId, serverId }, { uri });
  const { contents: found } = read as { contents?: Content[] };
  const contents = Array.isArray(found) ? found : [];
  if (options.out !== undefined) return writeContents(context, options.out, contents);
  const isText = options.json === undefined && context.terminal.isInteractive.out;
  if (isText) context.terminal.out(contents.map(shown).join(''));
  else context.terminal.out(visibleJson(printJson(read)));
};

interface Content {
  uri?: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

const shown = ({ text, blob, uri, mimeType }: Content): string =>
  text === undefined
    ? `${visibleText(uri ?? '')}  ${visibleText(mimeType ?? 'bytes')}, ${Buffer.from(blob ?? '', 'base64').length} B, -o <file> writes it\n`
    : visibleText(text, { keepsLines: true }).replace(/\n?$/, '\n');

async function writeContents(context: CommandContext, out: string, contents: readonly Content[]): Promise<void> {
  const [content] = contents;
  if (content === undefined) throw new CommandFailure(exitCodes.failed, 'the resource has no contents.');
  const bytes = content.text === undefined ? Buffer.from(content.blob ?? '', 'base64') : Buffer.from(content.text);
  await writeOutput(context, out, bytes);
  if (out !== STANDARD_OUTPUT) context.terminal.err(`${out} has ${bytes.length} B.\n`);
}

/** Gets a prompt with its arguments. */
export const getPrompt: Action<typeof getInput> = async (context, { arguments: words, options }) => {
  const given = await readArguments(context, words.argument, options.data);
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', words.server)];
  const prompt = await assay.getPrompt(
    { projectId, serverId },
    { promptName: words.prompt, arguments: given as Record<string, string> },
  );
  const { messages } = prompt as { messages?: Message[] };
  if (options.json === undefined && context.terminal.isInteractive.out && Array.isArray(messages))
    context.terminal.out(messages.map(messageText).join(''));
  else context.terminal.out(visibleJson(printJson(prompt)));
};

interface Message {
  role?: string;
  content?: { type?: string; text?: string };
}

const messageText = ({ role, content }: Message): string =>
  `${visibleText(role ?? '?')}: ${visibleText(content?.text ?? `(${content?.type ?? 'nothing'})`, { keepsLines: true })}\n`;
