/** Whether Kafka could not be reached or is restarting, as opposed to having refused the request. */
export function isKafkaUnavailable(error: unknown): boolean {
  const { name, cause, retriable } = error as { name?: string; cause?: unknown; retriable?: boolean };
  if (!name?.startsWith('KafkaJS')) return false;
  // The last failure of all attempts is the cause of the error that ends them.
  return cause instanceof Error ? isKafkaUnavailable(cause) : retriable === true;
}
