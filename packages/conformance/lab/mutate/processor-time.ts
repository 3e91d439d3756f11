/** Processor time of this process so far, in seconds. */
export function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
