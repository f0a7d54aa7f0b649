import { Problem } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import { countAgentTurns } from '../../store/agent/agent-turns.ts';

/** The most agent turns of an organization that are under way at a time. */
const MAX_AGENT_TURNS = 4;
const RETRY_SECONDS = 5;

/** Admits another agent turn of an organization. @throws RATE_LIMITED while as many as may be are under way. */
export async function admitAgentTurn(tx: Tx, organizationId: string): Promise<void> {
  const currentValue = await countAgentTurns(tx, organizationId);
  if (currentValue >= MAX_AGENT_TURNS)
    throw new Problem(
      'RATE_LIMITED',
      `The organization has ${currentValue} agent turns under way, the most that it may have; wait for one of them.`,
      { limit: 'agentTurns', allowedValue: MAX_AGENT_TURNS, currentValue },
      RETRY_SECONDS,
    );
}
