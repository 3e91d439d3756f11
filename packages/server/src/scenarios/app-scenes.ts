import { changeControl } from '../directory/control.ts';
import { type RehearsalKind, startRehearsal } from '../directory/rehearsals/rehearsals.ts';
import type { AppScene } from './scene.ts';

/** Short, so that nobody forgets it. */
const MINUTES = 5;

const rehearsing =
  (kind: RehearsalKind, state: string): AppScene =>
  async ({ control, origin, appId }) => {
    const { endsAt } = await changeControl(control, origin, (tx) => startRehearsal(tx, appId, kind, MINUTES));
    return {
      now: `In the sandbox, app ${appId} ${state} for ${MINUTES} minutes. It begins within 30 seconds and ends by itself.`,
      facts: { appId, endsAt },
    };
  };

export const limit = rehearsing('limit', 'can send one request a minute');
export const away = rehearsing('away', 'gets 503 from every region');
export const late = rehearsing('late', 'gets its responses 15 seconds late');
