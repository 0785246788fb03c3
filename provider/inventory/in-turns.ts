/** Does the work for each item, a few at a time; the results are in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: [number, R][] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) results.push([at, await work(item)]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results.sort(([left], [right]) => left - right).map(([, result]) => result);
}

/** As many as keep the connections busy and do not fill the queue of the limiter. */
const atOnce = 8;
