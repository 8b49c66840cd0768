/** The processor's time that this process has taken, in milliseconds: a busy machine does not make it longer. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
