import type { WidgetEvidence } from '@assay/contract/documents/readiness-work';
import { fail, notApplicable, pass, warn, type Judge, type Judgement } from './requirement.ts';
import { ofSurface } from './surface-judges.ts';

const TYPES = new Set(['text/html;profile=mcp-app', 'text/html+skybridge']);

/** A judge of the user interfaces that tools bring along, where they do. */
const ofWidgets = (judge: (widgets: WidgetEvidence[]) => Judgement): Judge => (evidence, mode) =>
  ofSurface(() => (evidence.widgets.length === 0 ? notApplicable('No tool brings a user interface.') : judge(evidence.widgets)))(evidence, mode);

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? value as Record<string, unknown> : {});
const setting = ({ meta }: WidgetEvidence, ours: string, openai: string): unknown => record(meta['ui'])[ours] ?? meta[openai];
const toolsOf = (widgets: WidgetEvidence[]) => widgets.map(({ toolName, uri }) => `${toolName}: ${uri}`);

export const widgetsServed = ofWidgets((widgets) => {
  const missing = widgets.filter(({ mimeType }) => mimeType === undefined);
  if (missing.length > 0) return fail('Tools name templates that the server does not give.', 'Serve each template as a resource under the address that the tool names.', toolsOf(missing));
  const other = widgets.filter(({ uri, mimeType }) => !uri.startsWith('ui://') || !TYPES.has(mimeType!.replaceAll(' ', '')));
  if (other.length > 0) return fail('Templates are no ui:// resources of a type that hosts render.', 'Serve them under ui:// as text/html;profile=mcp-app.', toolsOf(other));
  return pass(`${widgets.length} templates can be rendered.`);
});

export const widgetPolicy = (grade: typeof warn): Judge => ofWidgets((widgets) => {
  const missing = widgets.filter((widget) => setting(widget, 'csp', 'openai/widgetCSP') === undefined);
  if (missing.length > 0) return grade('Templates have no content security policy.', 'Name the exact domains that the template fetches from, in `_meta.ui.csp`.', toolsOf(missing));
  const wide = widgets.filter((widget) => /"\*"|"https?:\/\/\*"/.test(JSON.stringify(setting(widget, 'csp', 'openai/widgetCSP'))));
  return wide.length === 0 ? pass('Every template has a content security policy.') : grade('Templates may fetch from anywhere.', 'Name the exact domains in place of *.', toolsOf(wide));
});

export const widgetDomain = ofWidgets((widgets) => {
  const missing = widgets.filter((widget) => setting(widget, 'domain', 'openai/widgetDomain') === undefined);
  return missing.length === 0 ? pass('Every template has an origin of its own.') : warn('Templates have no origin of their own.', 'Set `_meta.ui.domain` to a domain that only this app uses.', toolsOf(missing));
});
