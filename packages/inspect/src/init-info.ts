import type { InitInfo } from '@assay/contract/areas/diagnosis/documents';
import { given } from '@assay/contract/given';
import type { SessionInfo } from '@assay/mcp/session';
import { CUT } from '@assay/contract/areas/servers/secret-values';
import { maskDocument } from './mask.ts';

/** The longest text of the handshake that is shown, in characters. */
const MAX_TEXT = 10_000;

/** The result of the handshake as the API shows it. Long texts are clipped; an export of the surface has all of them. */
export function initInfo({
  protocolVersion,
  otherVersions,
  transport,
  serverInfo,
  capabilities,
  instructions,
}: SessionInfo): InitInfo {
  return maskDocument(
    {
      protocolVersion,
      ...given({ otherVersions }),
      transport,
      ...(serverInfo && { serverInfo: { ...serverInfo } }),
      capabilities: { ...capabilities },
      ...given({ instructions }),
    },
    clipText,
  );
}

const clipText = (text: string): string =>
  text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT).toWellFormed()}${CUT}\n[cut: the first ${MAX_TEXT} of ${text.length} characters]`;
