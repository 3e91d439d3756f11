import { html } from 'hono/html';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { cellName } from '../../database/cells.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { formProblems } from '../kit/form/fields.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { MEMBER_FORMS, memberSections } from './members.ts';
import { kindBadge, merchantOf, merchantPath } from './merchants.ts';
import { operatorNavigation } from './navigation.ts';
import { renameScreen } from './rename-screen.ts';

const PATH = '/operator/merchants/:companyId';

export const merchantScreen: OperatorScreen = {
  path: PATH,
  name: 'merchant',
  async show(visit) {
    const merchant = await merchantOf(visit);
    const here = merchantPath(merchant.companyId);
    const body = html`<a class="back" href="/operator/merchants">Merchants</a><h1>${name(merchant.name)} ${kindBadge(merchant)}</h1>
    ${facts(merchant, await organizationOf(visit, merchant))} ${await memberSections(visit, here)}
    ${openOrClose(visit, here, merchant)} ${erasure(here)}`;
    return { title: merchant.name, body, navigation: operatorNavigation('merchants') };
  },
  forms: MEMBER_FORMS,
};

async function organizationOf({ operations }: OperatorVisit, { organizationId }: Merchant): Promise<Html | undefined> {
  if (organizationId === null) return undefined;
  const { name: text } = await operations.call('organization.show', { organizationId });
  return html`<div><dt>Sandbox of</dt><dd><a href="/operator/organizations/${organizationId}">${name(text)}</a></dd></div>`;
}

const facts = (
  { companyId, region, cell, currency, cashRounding, active }: Merchant,
  organization: Html | undefined,
): Html => html`<section class="card"><dl>
  <div><dt>Company id</dt><dd>${companyId}</dd></div>
  <div><dt>Region</dt><dd>${region}</dd></div>
  <div><dt>Cell</dt><dd>${cellName({ region, cell })}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  <div><dt>Smallest coin</dt><dd>${cashRounding}</dd></div>
  <div><dt>State</dt><dd>${active ? 'Open' : 'Closed'}</dd></div>
  ${organization}
</dl>
  <p class="actions"><a class="button secondary" href="${merchantPath(companyId)}/name">Rename</a></p></section>`;

export const renameMerchantScreen = renameScreen({
  of: merchantScreen,
  name: 'renameMerchant',
  section: 'merchants',
  find: merchantOf,
  async rename({ operations, id }, text) {
    await operations.call('merchant.update', { companyId: id('companyId'), name: text });
    return 'The merchant was renamed.';
  },
});

const CLOSING = 'Its apps and people have no access until it is opened again. Its data is kept.';

const openOrClose = (
  { view, form }: OperatorVisit,
  here: string,
  { active }: Merchant,
): Html => html`<section class="card">
  <h2>${active ? 'Close the merchant' : 'Open the merchant again'}</h2>${formProblems(form('merchantState'), [])}
  <p>${active ? CLOSING : 'Its apps and people get their access back.'}</p>
  ${
    active
      ? html`<p class="actions"><a class="button secondary danger" href="${here}/state">Close</a></p>`
      : ownForm(
          view,
          `${here}/state`,
          html`<p class="actions"><button class="secondary" name="active" value="true">Open</button></p>`,
        )
  }
</section>`;

/** Asks before closing a merchant. A form on the merchant's page reopens it. */
export const merchantStateScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/state`,
  name: 'merchantState',
  outcomeOn: PATH,
  async ask(visit) {
    const { companyId, name: text } = await merchantOf(visit);
    return {
      title: `Close ${text}`,
      heading: html`Close ${name(text)}?`,
      effect: CLOSING,
      fields: hidden('active', 'false'),
      submit: 'Close',
      back: merchantPath(companyId),
      navigation: operatorNavigation('merchants'),
    };
  },
  async change({ operations, id, fields }) {
    const opens = fields.get('active') === 'true';
    await operations.call(opens ? 'merchant.activate' : 'merchant.deactivate', { companyId: id('companyId') });
    return {
      message: opens ? 'The merchant is open again.' : 'The merchant is closed. Apps notice within half a minute.',
    };
  },
});

const erasure = (here: string): Html => html`<section class="card">
  <h2>Erase personal data</h2>
  <p>For a merchant that has left: its connections end and its people are erased. Its records are kept for the books.</p>
  <p class="actions"><a class="button secondary danger" href="${here}/erase">Erase</a></p>
</section>`;

export const eraseMerchantScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/erase`,
  name: 'eraseMerchant',
  async ask(visit) {
    const { companyId, name: text } = await merchantOf(visit);
    return {
      title: `Erase ${text}`,
      heading: html`Erase ${name(text)}?`,
      effect:
        'The merchant is closed and its connections end. People with no other role are erased, and so are open invitations, contact details of its suppliers, the log of requests for it, and addresses in its audit log. This cannot be undone.',
      submit: 'Erase',
      back: merchantPath(companyId),
      navigation: operatorNavigation('merchants'),
    };
  },
  async change({ operations, id }) {
    const { companyId } = await operations.call('merchant.erase', { companyId: id('companyId') });
    return { to: merchantPath(companyId), message: 'The merchant is closed, and its people are erased.' };
  },
});
