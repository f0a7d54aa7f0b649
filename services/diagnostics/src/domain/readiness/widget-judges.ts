import type { WidgetEvidence } from '@assay/contract/areas/readiness/work';
import {
  fail,
  notApplicable,
  notEvaluated,
  pass,
  warn,
  type RequirementJudge,
  type RequirementGrade,
} from './requirement.ts';
import { ofSurface } from './surface-judges.ts';

/** The MIME types of widgets that hosts render: MCP Apps everywhere, the older type of the Apps SDK in some hosts. */
export const [MCP_APP, SKYBRIDGE] = ['text/html;profile=mcp-app', 'text/html+skybridge'];

/** A judge of the widgets of tools, if there are any. */
const ofWidgets =
  (judge: (widgets: WidgetEvidence[]) => RequirementGrade): RequirementJudge =>
  (evidence, mode) => {
    const {
      widgets,
      unseenWidgets: [unseen, ...more],
    } = evidence;
    return ofSurface(() => {
      if (widgets.length === 0 && !unseen) return notApplicable('No tool brings a user interface.');
      const judgement = judge(widgets);
      if (!unseen || judgement.result !== 'pass') return judgement;
      return notEvaluated(
        `Templates were not seen: ${[unseen, ...more]
          .slice(0, SHOWN)
          .map(({ uri }) => uri)
          .join(', ')}${more.length >= SHOWN ? ' and others' : ''}. ${unseen.message}`,
        'the templates that were not seen',
      );
    }, ['tools'])(evidence, mode);
  };
const SHOWN = 5;

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const setting = ({ meta }: WidgetEvidence, ours: string, openai: string): unknown =>
  record(meta['ui'])[ours] ?? meta[openai];
const toolsOf = (widgets: WidgetEvidence[]) => widgets.map(({ toolName, uri }) => `${toolName}: ${uri}`);

export const widgetsServed = (types: string[]): RequirementJudge =>
  ofWidgets((widgets) => {
    const missing = widgets.filter(({ mimeType }) => mimeType === undefined);
    if (missing.length > 0)
      return fail(
        'Tools name templates that the server does not give.',
        'Serve each template as a resource under the address that the tool names.',
        toolsOf(missing),
      );
    const other = widgets.filter(
      ({ uri, mimeType }) => !uri.startsWith('ui://') || !types.includes(mimeType!.replaceAll(' ', '')),
    );
    if (other.length > 0)
      return fail(
        'Templates are not ui:// resources of a type that hosts render.',
        'Serve them under ui:// as text/html;profile=mcp-app.',
        toolsOf(other),
      );
    return pass(`${widgets.length} templates can be rendered.`);
  });

/** The domains of a policy by purpose; undefined when the policy is malformed. */
function domainsOf(policy: unknown): string[] | undefined {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return undefined;
  const lists: unknown[] = Object.values(policy);
  return lists.every((list) => Array.isArray(list) && list.every((domain) => typeof domain === 'string'))
    ? lists.flat()
    : undefined;
}

/** Matches a scheme without a host, any host, or any host below a top-level domain. */
const WIDE = /^(?:[a-z][a-z\d+.-]*:(?:\/\/)?)?(?:\*(?:\.[^./:]+)?)?(?::(?:\d+|\*))?\/?$/i;

export const widgetPolicy = (grade: typeof warn): RequirementJudge =>
  ofWidgets((widgets) => {
    const policies = widgets.map((widget) => ({
      widget,
      domains: domainsOf(setting(widget, 'csp', 'openai/widgetCSP')),
    }));
    const missing = policies.filter(({ domains }) => domains === undefined).map(({ widget }) => widget);
    if (missing.length > 0)
      return grade(
        'Templates have no content security policy, or one that is not lists of domains.',
        'Name the exact domains that the template fetches from, in `_meta.ui.csp`.',
        toolsOf(missing),
      );
    const wide = policies
      .filter(({ domains = [] }) => domains.some((domain) => WIDE.test(domain)))
      .map(({ widget }) => widget);
    return wide.length === 0
      ? pass('Every template has a content security policy.')
      : grade('Templates may fetch from anywhere.', 'Name the exact domains in place of *.', toolsOf(wide));
  });

export const widgetDomain = ofWidgets((widgets) => {
  const missing = widgets.filter((widget) => setting(widget, 'domain', 'openai/widgetDomain') === undefined);
  return missing.length === 0
    ? pass('Every template has an origin of its own.')
    : warn(
        'Templates have no origin of their own.',
        'Set `_meta.ui.domain` to a domain that only this app uses.',
        toolsOf(missing),
      );
});
