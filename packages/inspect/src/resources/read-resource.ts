import type { ReadResource } from '@assay/contract/areas/primitives/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { readPages, type ListedItem } from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession } from '@assay/mcp/session';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import { contentFacts, type DeclaredType } from './content-facts.ts';
import { matchesTemplate } from './matches-template.ts';
import { requestWithAnswers } from '../request-with-answers.ts';
import type { Inspection } from '../inspected-server.ts';
import { soon } from '../soon.ts';

/** At most this many pages of a list are searched for a declaration. */
const MAX_PAGES = 10;

/** Reads a resource. A report compares its parts with the declaration of the server, and has size, hash and head of each. */
export const readResource: Inspection<ReadResource> = (subject, { uri, ...wishes }) =>
  requestWithAnswers(subject, wishes, async (session, options) => {
    // The lists are read at the same time as the resource, so that a report takes no longer than the slower of both.
    const declared = wishes.report
      ? declarationOf(session, uri, { ...subject.ties, signal: soon(subject.ties.signal) })
      : undefined;
    declared?.catch(() => {});
    const result = await session.readResource(uri, options);
    const tell = async () => {
      const found = await declared?.catch(nothingOf);
      return { contents: contentFacts(result.value, (each) => (each === uri ? found : undefined)) };
    };
    return Object.assign(result, { tell });
  });

/** A list that cannot be read declares nothing. */
function nothingOf(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

async function declarationOf(
  session: McpSession,
  uri: string,
  options: CallOptions,
): Promise<DeclaredType | undefined> {
  const limits = { ...options, budget: new ByteBudget() };
  const [resource, template] = await Promise.all([
    search(
      (cursor) => session.listResources(cursor, limits),
      'uri',
      (item) => item.uri === uri,
    ),
    search(
      (cursor) => session.listResourceTemplates(cursor, limits),
      'uriTemplate',
      (item) => matchesTemplate(uri, item.uriTemplate),
    ),
  ]);
  const found = resource ?? template;
  if (!found) return undefined;
  const mimeType = found['mimeType'];
  return {
    declaredBy: resource ? 'resource' : 'template',
    ...given({ declaredMimeType: typeof mimeType === 'string' ? mimeType : undefined }),
  };
}

async function search<Identity extends string>(
  read: Parameters<typeof readPages<ListedItem<Identity>>>[0],
  identity: Identity,
  isMeant: (item: ListedItem<Identity>) => boolean,
): Promise<ListedItem<Identity> | undefined> {
  let found: ListedItem<Identity> | undefined;
  let pages = 0;
  await readPages<ListedItem<Identity>>(read, {
    identity,
    onPage: ({ items }) => (found = items.find(isMeant)) !== undefined || ++pages >= MAX_PAGES,
  });
  return found;
}
