import type { WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import type { FilledForm } from '../../forms/filled-form.ts';
import { keysPage } from '../pages/keys-page.ts';
import { changes, type Occasion, shows } from './operator-stages.ts';

async function render({ operations, view }: Occasion, form: FilledForm) {
  const { data } = await operations.call('signing-key.list', {});
  return keysPage(view, data, form);
}

/** `GET /operator/keys` */
export const showKeys = (deps: WebDependencies): WebStage => shows(deps, render);

/** `POST /operator/keys` */
export const rotateKeys = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations }) {
      const { signsFrom } = await operations.call('signing-key.rotate', {});
      return { to: '/operator/keys', message: `The next key is published. It signs from ${signsFrom}.` };
    },
    render,
  });
