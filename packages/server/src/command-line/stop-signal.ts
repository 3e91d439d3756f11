import cluster from 'node:cluster';
import { isStop } from './workers.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves at the first signal. A second one ends the process at once, since the listener is gone.
 * Workers wait for word from their primary, because Ctrl-C reaches both.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      if (cluster.isPrimary) for (const signal of SIGNALS) process.off(signal, stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', cluster.isPrimary ? stop : () => {});
    if (cluster.isWorker) process.on('message', (message) => isStop(message) && stop());
  });
