import { queryOf, type WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { EMPTY_FORM, type FilledForm, textOf } from '../../forms/filled-form.ts';
import { secretsOf } from '../../forms/secrets.ts';
import { recordId } from '../../record-id.ts';
import { sendPage } from '../../send-page.ts';
import { revokeTokenPage, tokensPage } from '../pages/tokens-page.ts';
import { changes, idIn, type Occasion, occasionOf, shows } from './operator-stages.ts';

async function render({ operations, view }: Occasion, form: FilledForm, after?: number) {
  return tokensPage(view, await operations.call('admin-token.list', { after }), form);
}

/** `GET /operator/tokens` */
export const showTokens = (deps: WebDependencies): WebStage =>
  async function showTokensPage(ctx) {
    const after = recordId(queryOf(ctx).get('after'));
    sendPage(ctx, deps, 200, await render(occasionOf(ctx, deps), EMPTY_FORM, after));
  };

/** `POST /operator/tokens` */
export const createToken = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations }, fields) {
      const created = await operations.call('admin-token.create', { name: textOf(fields, 'name') ?? '' });
      return {
        to: '/operator/tokens',
        message: `Created the admin token ${created.name}.`,
        secrets: secretsOf(created),
      };
    },
    render: (occasion, form) => render(occasion, form),
  });

const renderRevocation = async (occasion: Occasion, form: FilledForm) =>
  revokeTokenPage(occasion.view, idIn(occasion, 'adminTokenId'), form);

/** `GET /operator/tokens/{adminTokenId}/revoke` */
export const askToRevoke = (deps: WebDependencies): WebStage => shows(deps, renderRevocation);

/** `POST /operator/tokens/{adminTokenId}/revoke` */
export const revokeToken = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      await occasion.operations.call('admin-token.revoke', { adminTokenId: idIn(occasion, 'adminTokenId') });
      return { to: '/operator/tokens', message: 'The admin token is revoked.' };
    },
    render: renderRevocation,
  });
