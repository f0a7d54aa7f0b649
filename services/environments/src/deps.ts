import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { SendMail } from '@assay/kit/mail/mailer';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';
import type { NamedWakeUps } from '@assay/kit/concurrency/wake-ups/named-wake-ups';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  /** Signs the links of studies, and the credentials of agent turns. */
  meshSecret: string;
  /** The base URL of the installation for browsers. */
  publicUrl: string;
  /** The model of agent turns, `provider/name`. */
  agentModel: string;
  /** Wakes waiting runners when there is work. */
  wakeUp: WakeUp;
  /** The requests that wait for news of a session. */
  followers: NamedWakeUps;
  /** The model that explains findings, `provider/name`. */
  insightsModel: string | undefined;
  /** Sends a mail; undefined where the installation sends none. */
  sendMail: SendMail | undefined;
  /** Whether a runner of the installation builds sandbox images. */
  hasBuilder: boolean;
  /** Whether the installation has runners with a browser. */
  browserRunners: boolean;
}
