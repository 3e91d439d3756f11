import { html } from 'hono/html';
import type { AppActivity, AreaActivity } from '../../control/merchants/merchant-activity.ts';
import { PartnerError } from '../../errors.ts';
import { toPartnerError } from '../../pipeline/shape-errors.ts';
import { dayText } from '../kit/page/instants.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import type { MerchantVisit } from './audience.ts';

/** What each app recently did with a merchant's data. */
type Activity = readonly AppActivity[] | 'unavailable';

/**
 * Activity of the merchant's apps, for owners only. Left out while the merchant's region is
 * unreachable, because owners must always be able to disconnect an app.
 */
export async function activityFor({ role, merchant, operations }: MerchantVisit): Promise<Activity | undefined> {
  if (role !== 'owner') return undefined;
  try {
    return (await operations.call('activity.list', { companyId: merchant.companyId })).data;
  } catch (error) {
    const failure = toPartnerError(error);
    if (failure instanceof PartnerError && failure.status === 503) return 'unavailable';
    throw error;
  }
}

/** Activity of one app by area, as numbers of requests. */
export function activityOf({ view }: MerchantVisit, activity: Activity | undefined, appId: number): Html | undefined {
  if (!activity) return undefined;
  return html`<details><summary>${view.say.activity.title}</summary>${contentOf(view, activity, appId)}</details>`;
}

function contentOf(view: View, activity: Activity, appId: number): Html {
  const { activity: say } = view.say;
  if (activity === 'unavailable') return html`<p>${say.away}</p>`;
  const areas = activity.find((app) => app.appId === appId)?.areas ?? [];
  if (areas.length === 0) return html`<p>${say.none}</p>`;
  const counts = [say.reads, say.writes, say.rejected];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${say.title}"><table>
    <thead><tr><th scope="col">${say.area}</th>
      ${counts.map((count) => html`<th scope="col" class="number">${count}</th>`)}<th scope="col">${say.last}</th></tr></thead>
    <tbody>${areas.map((area) => rowOf(view, area))}</tbody>
  </table></div>`;
}

function rowOf({ language, say }: View, { area, reads, writes, rejected, lastDay }: AreaActivity): Html {
  const number = new Intl.NumberFormat(language.locale);
  const cell = (count: number) => html`<td class="number">${number.format(count)}</td>`;
  const areaName = new Map(Object.entries(say.activity.areas)).get(area) ?? area;
  return html`<tr><th scope="row">${areaName}</th>${cell(reads)}${cell(writes)}${cell(rejected)}
    <td><time datetime="${lastDay}">${dayText(language, lastDay)}</time></td></tr>`;
}
