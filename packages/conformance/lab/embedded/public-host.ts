import type { Clock } from '@tillgate/server/process/time.ts';
import { type Attempt, type Outgoing, Sender } from '@tillgate/server/webhooks/sender.ts';
import type { ReceiverAddress } from '../../src/target/target.ts';

/** A public host whose ports are those of this machine, so that endpoints of production can be there too. */
const HOST = 'receiver.example';

export const RECEIVER: ReceiverAddress = { url: `https://${HOST}` };

/** Where requests to the public host go. */
export const toThisMachine = (url: string): string => url.replace(`https://${HOST}:`, 'http://127.0.0.1:');

/** Opens a client that sends what is for the public host to this machine. */
export const openSender = async (clock: Clock): Promise<Sender> => new LaboratorySender(clock);

class LaboratorySender extends Sender {
  override send(request: Outgoing, stop?: AbortSignal): Promise<Attempt> {
    return super.send({ ...request, url: toThisMachine(request.url) }, stop);
  }
}
