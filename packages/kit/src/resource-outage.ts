import { isKafkaUnavailable } from './bus/kafka/kafka-faults.ts';
import type { Logger } from './log.ts';
import { kafkaOutage, postgresOutageOf, type OutageLog } from './outage-log.ts';
import { isUnavailable } from './postgres/db.ts';

/** The outage that an error tells of: of Kafka or of Postgres; undefined for any other error. */
export function resourceOutage(error: unknown, log: Logger): OutageLog | undefined {
  // An error of Kafka may have the code of its socket's error, as one of Postgres.
  if (isKafkaUnavailable(error)) return kafkaOutage(log);
  return isUnavailable(error) ? postgresOutageOf(log, error) : undefined;
}
