import type { AppDescription } from '../../../control/apps/describe-app.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { LoggedRequest } from '../../../request-log/logged-request.ts';
import type { Page } from '../../kit/page/layout.ts';
import type { Visit } from '../../kit/screen.ts';
import type { Html } from '../../languages/html.ts';

/** An app whose requests are shown, in the layout of its audience. */
export interface AppView {
  readonly operations: Operations;
  readonly app: AppDescription;
  /** Path of the app's pages, without a trailing slash. */
  readonly path: string;
  /** How the visitor can change the app's limit. */
  readonly limitAdvice: Html;
  /** Address of the page of the record, or list, that a request was about; undefined if there is none. */
  recordOf?(request: LoggedRequest): string | undefined;
  /** A form that sends the request again; undefined if it cannot. */
  again?(request: LoggedRequest): Html | undefined;
  /** A switch for the bodies of sandbox requests, which are kept until then if it is on. */
  keepBodies?(until: string | null): Html;
  /** A page about the app, or about a request to a merchant. */
  layout(tab: 'requests' | 'usage', content: Html, companyId?: number | null): Page;
}

export type AppViewOf<Visitor> = (visit: Visit<Visitor>) => Promise<AppView> | AppView;
