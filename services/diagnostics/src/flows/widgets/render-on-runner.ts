import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import type { RenderWidget, WidgetRendering } from '@assay/contract/areas/widgets/documents';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { inspectFromRunner } from '../inspections/remote-inspection.ts';

const NO_BROWSER = 'This installation has no runner with a browser (BROWSER_RUNNERS is off).';

/** Shows a widget on a runner that has a browser and reaches the server; without one nothing is done. */
export async function renderOnRunner(deps: Deps, server: SavedServer, input: RenderWidget): Promise<Uint8Array> {
  if (!deps.browserRunners) return unrendered(input, NO_BROWSER);
  try {
    return await inspectFromRunner(deps, server, 'renderWidget', input, { labels: [BROWSER_LABEL] });
  } catch (error) {
    if (!(error instanceof Problem) || error.details?.['cause'] !== 'runner_missing') throw error;
    return unrendered(input, error.message);
  }
}

/** The answer when no browser could show a widget. */
function unrendered({ hostStyle = 'assay' }: RenderWidget, reason: string): Uint8Array {
  const answer: WidgetRendering = { status: 'browser_unavailable', reason, hostStyle };
  return Buffer.from(JSON.stringify(answer));
}
