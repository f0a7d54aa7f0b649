import { isObject } from '@assay/contract/json';
import { breaksMust, resultOf, shownReply, type ProtocolScenario, type ScenarioFacts } from './protocol-scenario.ts';
import { rpcRequest } from './scenario-requests.ts';

const MIME_TYPE = 'text/html;profile=mcp-app';
const SPECIFICATION = 'https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx';

/** The addresses of the user interfaces that tools name, by tool. */
function interfacesOf({ surface }: ScenarioFacts): Map<string, unknown> {
  const named = (surface?.tools ?? []).map((tool): [string, unknown] => {
    const meta = isObject(tool['_meta']) ? tool['_meta'] : {};
    return [tool.name, isObject(meta['ui']) ? meta['ui']['resourceUri'] : meta['ui/resourceUri']];
  });
  return new Map(named.filter(([, uri]) => uri !== undefined));
}

const common = {
  suite: 'apps',
  section: SPECIFICATION,
  lacks: (facts: ScenarioFacts) =>
    interfacesOf(facts).size === 0 ? 'No tool of the server names a user interface (_meta.ui.resourceUri).' : undefined,
} as const;

/** The extension MCP Apps: tools with user interfaces. */
export const APP_SCENARIOS: ProtocolScenario[] = [
  {
    ...common,
    id: 'assay/app-address',
    title: 'The user interface of a tool has a ui:// address.',
    // oxlint-disable-next-line require-yield
    *play(facts) {
      for (const [tool, uri] of interfacesOf(facts))
        if (typeof uri !== 'string' || !uri.startsWith('ui://'))
          return breaksMust(`The tool ${JSON.stringify(tool)} names the user interface ${JSON.stringify(uri)}.`);
      return undefined;
    },
  },
  {
    ...common,
    id: 'assay/app-served',
    title: `The user interface of a tool can be read, as ${MIME_TYPE}.`,
    *play(facts) {
      for (const [tool, uri] of interfacesOf(facts)) {
        if (typeof uri !== 'string' || !uri.startsWith('ui://')) continue;
        const reply = yield rpcRequest(facts, 'resources/read', { uri });
        const { contents } = resultOf(reply) ?? {};
        const [content] = Array.isArray(contents) ? contents.filter(isObject) : [];
        if (!content)
          return breaksMust(`The user interface of ${JSON.stringify(tool)} was answered with ${shownReply(reply)}.`);
        if (content['mimeType'] !== MIME_TYPE)
          return breaksMust(
            `The user interface of ${JSON.stringify(tool)} has the type ${JSON.stringify(content['mimeType'])}.`,
          );
      }
      return undefined;
    },
  },
];
