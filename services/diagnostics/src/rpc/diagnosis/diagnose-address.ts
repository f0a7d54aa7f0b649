import { faultProblem } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { diagnoseUnsaved } from '../../flows/inspections/diagnose-server.ts';

export const diagnoseAddress = (deps: Deps) =>
  handle(operations.diagnoseAddress, (_caller, { projectId }, { url, headers }) => {
    const refused = addressFault(deps, url);
    if (refused !== undefined) throw faultProblem({ path: '/url', message: refused });
    return diagnoseUnsaved(deps, projectId, url, headers);
  });

/** Why an address cannot be diagnosed; a host that may not be reached is diagnosed as such. */
function addressFault({ egress }: Deps, text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (url.username || url.password) return 'must not carry a user name or password';
  try {
    egress.admitted(text);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return `is refused: ${error.message}`;
    throw error;
  }
}
