import { Problem, type AssayClient } from '@assay/sdk';
import { serviceNames } from '@assay/contract/services';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';

/** The parts of an installation that answer for themselves. */
const ANSWERING = ['gateway', ...serviceNames] as const;
/** A service that is away is listed as away, and not asked again. */
const ONCE = { retries: 0 } as const;

/** The answer of a service, or why there is none. */
export type Answered<Answer> = { service: string; answer: Answer } | { service: string; failure: string };

/**
 * Asks each service, or one of them; the gateway first, whose refusal is the command's. Throws UsageError for an unknown
 * service.
 */
export async function askEach<Answer>(
  { platform }: Pick<CommandContext, 'platform'>,
  only: string | undefined,
  ask: (assay: AssayClient, service: string, options: typeof ONCE) => Promise<Answer>,
): Promise<Answered<Answer>[]> {
  const known: readonly string[] = ANSWERING;
  if (only !== undefined && !known.includes(only))
    throw new UsageError(`there is no service "${only}".`, [`There are ${known.join(', ')}.`]);
  const { assay } = await platform();
  const asked = only === undefined ? known : [only];
  const [first, ...rest] = asked;
  const answers = [await answerOf(assay, first!, ask)];
  return [...answers, ...(await Promise.all(rest.map((service) => answerOf(assay, service, ask))))];
}

async function answerOf<Answer>(
  assay: AssayClient,
  service: string,
  ask: (assay: AssayClient, service: string, options: typeof ONCE) => Promise<Answer>,
): Promise<Answered<Answer>> {
  try {
    return { service, answer: await ask(assay, service, ONCE) };
  } catch (error) {
    // The gateway tells that a service is away; everything else is a failure of the command.
    if (error instanceof Problem && error.isFromPlatform && error.status >= 500)
      return { service, failure: error.message };
    throw error;
  }
}
