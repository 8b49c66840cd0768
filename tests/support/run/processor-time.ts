/** The processor time that this process has used, in milliseconds; other processes do not add to it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
