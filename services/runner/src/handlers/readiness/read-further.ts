import type { ReadinessEvidence, WidgetEvidence } from '@assay/contract/areas/readiness/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import type { InspectedServer } from '@assay/inspect/inspected-server';
import { withSession } from '@assay/inspect/with-session';
import type { McpSession } from '@assay/mcp/session';
import { boundedCopy } from './bounded-copy.ts';

/** At most this many templates are read. */
const MAX_WIDGETS = 20;
/** At most this many unread templates are named. */
const NAMED = 50;
/** At most this much `_meta` is kept, in characters of JSON. */
const MAX_META = 20_000;

type Fields = Record<string, unknown>;
type Further = Pick<ReadinessEvidence, 'widgets' | 'unseenWidgets' | 'skills'>;

export const NOTHING_FURTHER: Further = { widgets: [], unseenWidgets: [], skills: { offered: 0, declined: 0 } };

/** Reads the UI templates that tools name, by MCP Apps or by the Apps SDK, and lists the skills. */
export async function readFurther(
  subject: InspectedServer,
  { tools, resources, capabilities }: Surface,
): Promise<Further> {
  const named = tools.flatMap(({ name: toolName, _meta }) => templateOf(_meta).map((uri) => ({ toolName, uri })));
  if (named.length === 0 && capabilities['extensions'] === undefined) return NOTHING_FURTHER;
  const unseen = (widgets: typeof named, message: string) =>
    widgets.slice(0, NAMED).map(({ uri }) => ({ uri, message }));
  const listed = new Map(
    resources.map((resource): [string, Fields] => [resource.uri, fields((resource as Fields)['_meta'])]),
  );
  try {
    return await withSession(subject, { dialects: subject.dialects }, async (session) => {
      const [widgets, skills] = await Promise.all([
        Promise.all(
          named.slice(0, MAX_WIDGETS).map(async (widget): Promise<WidgetEvidence> => {
            const { mimeType, _meta } = await contentsOf(session, widget.uri, subject.ties);
            return {
              ...widget,
              ...(typeof mimeType === 'string' && { mimeType }),
              meta: keptMeta({ ...listed.get(widget.uri), ...fields(_meta) }),
            };
          }),
        ),
        skillsOf(session, subject.ties),
      ]);
      return {
        widgets,
        unseenWidgets: unseen(named.slice(MAX_WIDGETS), `Only the first ${MAX_WIDGETS} templates were read.`),
        skills,
      };
    });
  } catch (error) {
    if (!(error instanceof Problem) || subject.ties.signal?.aborted) throw error;
    return {
      widgets: [],
      unseenWidgets: unseen(named, error.message),
      skills: { offered: 0, declined: 0, message: error.message },
    };
  }
}

function templateOf(meta: Fields = {}): string[] {
  const uri = fields(meta['ui'])['resourceUri'] ?? meta['ui/resourceUri'] ?? meta['openai/outputTemplate'];
  return typeof uri === 'string' ? [uri.slice(0, 2_000)] : [];
}

/** The first content of a resource; undefined when the server does not return it. */
async function contentsOf(session: McpSession, uri: string, ties: InspectedServer['ties']): Promise<Fields> {
  try {
    const { value } = await session.readResource(uri, ties);
    const { contents } = value;
    return fields(Array.isArray(contents) ? contents[0] : undefined);
  } catch (error) {
    if (error instanceof Problem && !ties.signal?.aborted) return {};
    throw error;
  }
}

async function skillsOf({ skills }: McpSession, ties: InspectedServer['ties']): Promise<Further['skills']> {
  try {
    const { skills: offered, invalid } = await skills.list(ties);
    return { offered: offered.length, declined: invalid.length };
  } catch (error) {
    if (!(error instanceof Problem) || ties.signal?.aborted) throw error;
    return { offered: 0, declined: 0, ...(error.code !== 'FEATURE_NOT_SUPPORTED' && { message: error.message }) };
  }
}

function keptMeta(meta: Fields): Fields {
  const { value } = boundedCopy(meta);
  return JSON.stringify(value).length > MAX_META ? {} : (value as Fields);
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
