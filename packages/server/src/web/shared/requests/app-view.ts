import type { AppDescription } from '../../../directory/apps/describe-app.ts';
import type { Page } from '../../kit/page/layout.ts';
import type { Html } from '../../languages/html.ts';

/** The pages about what an app requests. */
export type RequestsTab = 'requests' | 'usage';

/** An app whose requests are looked at, in the frame of whoever looks. */
export interface AppView {
  readonly app: AppDescription;
  /** Path of the app's pages, without a slash at the end. */
  readonly path: string;
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  /** The reference; guides are below it. */
  readonly docsUrl: string;
  /** Requests a minute of an app that has no limit of its own. */
  readonly defaultLimit: number;
  /** How its limit is changed, by who looks. */
  readonly limitAdvice: Html;
  frame(tab: RequestsTab, content: Html): Page;
}
