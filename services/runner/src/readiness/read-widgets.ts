import type { WidgetEvidence } from '@assay/contract/documents/readiness-work';
import type { Surface } from '@assay/contract/documents/surface';
import { Problem } from '@assay/contract/problem';
import type { Subject } from '@assay/inspect/subject';
import { withSession } from '@assay/inspect/with-session';
import type { Session } from '@assay/mcp/session';

/** More templates than these are not read. */
const MAX_WIDGETS = 20;

type Fields = Record<string, unknown>;

/** Reads the templates of user interfaces that tools name, by MCP Apps or in the way of the Apps SDK. */
export async function readWidgets(subject: Subject, { tools, resources }: Surface): Promise<WidgetEvidence[]> {
  const named = tools.flatMap(({ name: toolName, _meta }) => templateOf(_meta).map((uri) => ({ toolName, uri }))).slice(0, MAX_WIDGETS);
  if (named.length === 0) return [];
  const listed = new Map(resources.map((resource): [string, Fields] => [resource.uri, fields((resource as Fields)['_meta'])]));
  return withSession(subject, { dialects: subject.dialects }, async (session) => Promise.all(named.map(async (widget): Promise<WidgetEvidence> => {
    const { mimeType, _meta } = await contentsOf(session, widget.uri, subject.ties);
    return { ...widget, ...(typeof mimeType === 'string' && { mimeType }), meta: { ...listed.get(widget.uri), ...fields(_meta) } };
  })));
}

function templateOf(meta: Fields = {}): string[] {
  const uri = fields(meta['ui'])['resourceUri'] ?? meta['ui/resourceUri'] ?? meta['openai/outputTemplate'];
  return typeof uri === 'string' ? [uri] : [];
}

/** Its first content; nothing where the server does not give it. */
async function contentsOf(session: Session, uri: string, ties: Subject['ties']): Promise<Fields> {
  try {
    const { value } = await session.readResource(uri, ties);
    const { contents } = value;
    return fields(Array.isArray(contents) ? contents[0] : undefined);
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value as Fields : {});
