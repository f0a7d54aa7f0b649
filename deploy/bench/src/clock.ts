/** Milliseconds that `work` took. */
export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
