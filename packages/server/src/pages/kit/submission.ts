import { createHmac, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Control, type ControlTransaction, changeControl } from '../../control/control.ts';
import { hashSecret } from '../../control/secrets.ts';
import { SECRETS } from '../../operations/text.ts';
import { toTimestamp } from '../../process/time.ts';
import { seal, unseal } from './sealed.ts';

const flash = v.object({
  message: v.string(),
  /** Labelled values that are shown once. */
  secrets: v.array(v.object({ label: v.string(), value: v.string() })),
});

/** Message from a form to the next page, where it is shown once. */
export type Flash = v.InferOutput<typeof flash>;

const sealedFlash = v.object({ session: v.string(), flash });

/** Encrypts a flash for one session. The browser stores it but cannot read it. */
export function sealFlash(key: Uint8Array, session: string, content: Flash): Promise<string> {
  return seal(key, { session, flash: content });
}

/** Decrypts a flash; undefined unless this deployment sealed it for this session. */
export async function openFlash(key: Uint8Array, session: string, sealed: string): Promise<Flash | undefined> {
  const { success, output } = v.safeParse(sealedFlash, await unseal(key, sealed));
  return success && output.session === session ? output.flash : undefined;
}

/** Secrets in an operation's result, with the labels they are shown under. */
export function secretsOf(result: object): Flash['secrets'] {
  const given = new Map<string, unknown>(Object.entries(result));
  const found = Object.entries(SECRETS).filter(([name]) => typeof given.get(name) === 'string');
  if (found.every(([name]) => name === 'clientId')) return [];
  return found.map(([name, label]) => ({ label, value: String(given.get(name)) }));
}

/** Milliseconds within which the same form, sent again, is a second click. */
const SECOND_CLICK = 10_000;

/** Milliseconds within which a change without an outcome counts as in progress. */
const IN_PROGRESS = 30_000;

/** The form was sent before; the earlier submission makes the change. */
export class SentBefore extends Error {
  override name = 'SentBefore';
}

/** Outcome of a change, for the response to a second click. Stored as JSON, without secrets. */
export interface Outcome {
  readonly message?: string | undefined;
  readonly to?: string | undefined;
  /** True if the response showed secrets. */
  readonly hadSecrets?: boolean;
  /** True if the response was a page, which is not stored. */
  readonly isPage?: boolean;
  /** The person whose password is verified again. */
  readonly email?: string;
  readonly userId?: number;
  /** Marks of the session that was opened, and of the secret that authorization requests are now bound to. */
  readonly session?: string;
  readonly visit?: string | undefined;
  /** True once a code was accepted or issued again. */
  readonly hasRepeated?: boolean;
  readonly approval?: unknown;
}

/** Identifies a secret of the browser in an outcome. */
export const markOf = (secret: string): string => hashSecret(secret).toString('hex');

/** Digest of the secret with this mark. */
export const digestIn = (mark = ''): Buffer => Buffer.from(mark, 'hex');

/** Identifies a form by its rendering, its path and its values. */
export const submissionKey = (key: Uint8Array, parts: readonly (string | Buffer)[]): Buffer =>
  parts
    .reduce<ReturnType<typeof createHmac>>(
      (mac, part) => mac.update(`${part.length}:`).update(part),
      createHmac('sha256', key),
    )
    .digest();

/** Earliest times of a change in progress, and of one whose outcome a second click repeats. */
const bounds = (now: number): string[] => [IN_PROGRESS, SECOND_CLICK].map((time) => toTimestamp(now - time));

/**
 * One submission of a form. The first one claims the rendered form in the transaction of its change, so that a second
 * click makes no second change.
 */
export class Submission {
  readonly #control: Control;
  readonly #key: Buffer;
  readonly #request = randomUUID();
  readonly #visit: string | undefined;
  #claims: boolean;

  /**
   * `claims` is false for a change that calls `remember`. `visit` marks the secret that proves an outcome to be this
   * browser's, if the form's token does not.
   */
  constructor(control: Control, key: Buffer, { claims, visit }: { claims: boolean; visit?: string }) {
    this.#control = control;
    this.#key = key;
    this.#claims = claims;
    this.#visit = visit;
  }

  /**
   * The previous submission; undefined if there is none, or it was rejected. Its outcome is null while its request is
   * still being handled.
   */
  async first(): Promise<{ readonly outcome: Outcome | null } | undefined> {
    const { pool, clock } = this.#control;
    const { rows } = await pool.query<{ outcome: Outcome | null }>(
      `select outcome from control.submissions where key = $1 and request <> $2 and made_at > $3
       and (outcome is null or made_at > $4) and ($5::text is null or outcome ->> 'visit' = $5)`,
      [this.#key, this.#request, ...bounds(clock()), this.#visit ?? null],
    );
    return rows[0];
  }

  /** Runs in each transaction of a change. Waits for a concurrent submission; throws SentBefore if that makes it. */
  async claim(tx: ControlTransaction): Promise<void> {
    if (!this.#claims) return;
    const claimed = await tx.query(
      `insert into control.submissions as s (key, request, made_at) values ($1, $2, $3)
       on conflict (key) do update set request = excluded.request, made_at = excluded.made_at, outcome = null
       where s.request = excluded.request or s.made_at <= $4 or s.made_at <= $5 and s.outcome is not null returning key`,
      [this.#key, this.#request, tx.timestamp, ...bounds(tx.now)],
    );
    if (claimed.length === 0) throw new SentBefore();
  }

  /** Claims the form before a change outside the control plane. */
  claimNow(): Promise<void> {
    return changeControl(this.#control, { source: '' }, (tx) => this.claim(tx));
  }

  /** Allows the change again, without a claim. */
  repeat(): void {
    this.#claims = false;
  }

  /** Stores the outcome in the transaction of its change. Returns the previous submission's outcome, if any. */
  async remember(tx: ControlTransaction, outcome: Outcome): Promise<Outcome | undefined> {
    const row = await tx.one<{ former: Outcome | null }>(
      `insert into control.submissions as s (key, request, made_at, outcome) values ($1, $2, $3, $4)
       on conflict (key) do update set request = excluded.request, made_at = excluded.made_at, outcome = excluded.outcome,
         former = case when s.request = excluded.request then s.former when s.made_at > $5 then s.outcome end
       returning former`,
      [this.#key, this.#request, tx.timestamp, outcome, toTimestamp(tx.now - SECOND_CLICK)],
    );
    return row?.former ?? undefined;
  }

  /** Stores the outcome of the claimed change. */
  async settle(outcome: Outcome): Promise<void> {
    if (!this.#claims) return;
    await this.#control.pool.query('update control.submissions set outcome = $3 where key = $1 and request = $2', [
      this.#key,
      this.#request,
      outcome,
    ]);
  }

  /** Releases the form after a rejection, so that it can be sent again. */
  async release(): Promise<void> {
    if (!this.#claims) return;
    await this.#control.pool.query('delete from control.submissions where key = $1 and request = $2', [
      this.#key,
      this.#request,
    ]);
  }
}
