const AT_ONCE = 6;

/** Calls `act` for each element, a few elements at a time. */
export async function severalAtOnce<T>(
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
