import type { ConformanceCheck } from '@assay/contract/areas/conformance/check';
import { given } from '@assay/contract/given';
import {
  sectionOf,
  type ProtocolScenario,
  type ScenarioFinding,
  type ScenarioReply,
  type ScenarioRequest,
} from '../../domain/conformance/protocol-scenario.ts';

/** Limits of the evidence of a scenario: characters of each body, and of all its JSON, which the platform cuts at 4000. */
const [BODY_CHARS, EVIDENCE_CHARS] = [400, 3_600];

/** One request of a scenario and the answer to it. */
export interface ScenarioExchange {
  request: ScenarioRequest;
  reply: ScenarioReply;
}

/** The result of a scenario that was played, with its last exchanges as evidence. */
export function checkOf(
  scenario: ProtocolScenario,
  revision: string,
  finding: Exclude<ScenarioFinding, { status: 'notApplicable' }>,
  exchanges: ScenarioExchange[],
): ConformanceCheck {
  const { id, title } = scenario;
  return {
    id,
    name: title,
    status: finding?.status ?? 'SUCCESS',
    specReferences: [sectionOf(scenario, revision)],
    ...(finding && { errorMessage: finding.message }),
    ...((finding || exchanges.length > 0) && { details: { exchanges: evidenceOf(exchanges) } }),
  };
}

/** The last exchanges, as many as there is room for. */
function evidenceOf(exchanges: ScenarioExchange[]): object[] {
  const shown: object[] = [];
  let chars = 0;
  for (const exchange of exchanges.toReversed().map(shownExchange)) {
    chars += JSON.stringify(exchange).length;
    if (chars > EVIDENCE_CHARS) break;
    shown.unshift(exchange);
  }
  return shown;
}

function shownExchange({ request, reply }: ScenarioExchange): object {
  const { method, headers, body = '' } = request;
  const { status, failure, text, headers: answered } = reply;
  const isHttp = status !== undefined;
  return {
    sent: { ...(isHttp && { method, headers }), body: body.slice(0, BODY_CHARS) },
    answer: {
      ...(isHttp && { status, contentType: answered['content-type'] ?? null }),
      ...given({ failure }),
      body: text.slice(0, BODY_CHARS),
    },
  };
}
