import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Attempts } from './attempts.ts';
import type { Deployment } from './deployment.ts';
import { type Drilled, REDIRECT_URI } from './scene.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Longest pause of a client before it repeats a failed request, in milliseconds. */
const PAUSE = 200;

/** Share of the writes whose client disconnects early, within HASTE milliseconds. */
const HASTY = 0.1;
const HASTE = 40;

const patienceOfWrite = (): number | undefined =>
  Math.random() < HASTY ? Math.ceil(Math.random() * HASTE) : undefined;

export const aWhile = (longest = PAUSE): Promise<void> => delay(Math.random() * longest);

/** An app connected to a merchant of a region. It repeats failed requests until they succeed. */
export class ConnectedApp {
  readonly region: Drilled;
  readonly attempts: Attempts;
  readonly #deployment: Deployment;
  #tokens: Tokens;
  /** Number of refresh token rotations so far. */
  rotations = 0;

  private constructor(region: Drilled, attempts: Attempts, deployment: Deployment, tokens: Tokens) {
    this.region = region;
    this.attempts = attempts;
    this.#deployment = deployment;
    this.#tokens = tokens;
  }

  static async connect(region: Drilled, attempts: Attempts, deployment: Deployment): Promise<ConnectedApp> {
    const { code } = deployment.scene.merchants[region];
    const body = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    const answer = await attempts.send(
      region,
      'refresh',
      `${deployment.apiUrl}/v1/oauth/token`,
      form(deployment, body),
    );
    if (answer?.status !== 200) throw new Error(`The code was not exchanged: ${JSON.stringify(answer)}`);
    return new ConnectedApp(region, attempts, deployment, answer.body);
  }

  get(path: string): Promise<Answer | undefined> {
    return this.attempts.send(this.region, 'read', `${this.#deployment.apiUrl}/v1${path}`, { headers: this.#bearer });
  }

  /** Reads until it succeeds. */
  async read(path: string): Promise<Answer> {
    for (;;) {
      const answer = await this.get(path);
      if (answer) return answer;
      await aWhile();
    }
  }

  /** Writes under a key until it succeeds. At times the client disconnects during the first attempt. */
  async write(path: string, key: string, body: object): Promise<Answer> {
    const from = performance.now();
    for (let patience = patienceOfWrite(); ; patience = undefined) {
      const headers = { ...this.#bearer, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await this.attempts.send(
        this.region,
        'write',
        `${this.#deployment.apiUrl}/v1${path}`,
        init,
        patience,
      );
      if (answer) {
        this.attempts.successes.push({ region: this.region, from, to: performance.now() });
        return answer;
      }
      await aWhile();
    }
  }

  /** Rotates the refresh token; a failed attempt is repeated with the same token. */
  async refresh(): Promise<void> {
    const body = { grant_type: 'refresh_token', refresh_token: this.#tokens.refresh_token };
    const url = `${this.#deployment.apiUrl}/v1/oauth/token`;
    const answer = await this.attempts.send(this.region, 'refresh', url, form(this.#deployment, body));
    if (!answer) return;
    if (answer.status !== 200) return this.attempts.reject(`a refresh in ${this.region}`, answer);
    this.#tokens = answer.body;
    this.rotations += 1;
  }

  page(): Promise<Answer | undefined> {
    return this.attempts.send(this.region, 'page', `${this.#deployment.webUrl}/sign-in`);
  }

  get #bearer(): Record<string, string> {
    return { Authorization: `Bearer ${this.#tokens.access_token}` };
  }
}

function form({ scene }: Deployment, fields: Readonly<Record<string, string>>): RequestInit {
  const body = new URLSearchParams({ ...fields, client_id: scene.clientId, client_secret: scene.clientSecret });
  return { method: 'POST', body };
}
