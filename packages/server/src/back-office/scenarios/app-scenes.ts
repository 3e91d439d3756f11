import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { type RehearsalKind, startRehearsal } from '../../control/rehearsals/rehearsals.ts';
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

const failing = rehearsing('endpoint', 'has webhook endpoints whose responses count as failures');

export const failingEndpoint: AppScene = async (stage) => {
  const { control, appId } = stage;
  const { rows } = await control.pool.query(
    `select from control.webhook_endpoints where app_id = $1 and env = 'SANDBOX' and disabled_at is null limit 1`,
    [appId],
  );
  if (rows.length === 0) throw new DirectoryError(`The app ${appId} has no enabled webhook endpoint in the sandbox.`);
  return failing(stage);
};

export const limit = rehearsing('limit', 'can send one request a minute');
export const away = rehearsing('away', 'gets 503 from every region');
export const late = rehearsing('late', 'gets its responses 15 seconds late');
