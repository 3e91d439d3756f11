import { speakEnglish } from '../languages/choose-language.ts';
import type { Audience } from './screen.ts';
import { sessionOrSignIn } from './session/load-session.ts';
import type { Session } from './session/sessions.ts';

/** A signed-in person. */
export interface SignedIn {
  readonly session: Session;
}

/** Everyone, signed in or not. */
export const EVERYONE: Audience<object> = {
  name: 'web',
  open: true,
  localised: true,
  async admit() {
    return {};
  },
};

/** Developers who do not have an account yet. */
export const NEWCOMERS: Audience<object> = {
  name: 'web',
  open: true,
  async admit(ctx) {
    speakEnglish(ctx);
    return {};
  },
};

/** People with a session. Others are sent to sign in first; the query names the page they return to. */
export const signedIn = (
  queryOf: (params: Readonly<Record<string, string>>) => string = () => '',
): Audience<SignedIn> => ({
  name: 'web',
  localised: true,
  async admit(ctx) {
    const session = sessionOrSignIn(ctx, queryOf(ctx.params));
    return session && { session };
  },
});
