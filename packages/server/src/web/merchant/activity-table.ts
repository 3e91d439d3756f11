import { html } from 'hono/html';
import type { AppActivity, AreaActivity } from '../../directory/merchants/merchant-activity.ts';
import { dayText } from '../kit/page/instants.ts';
import type { View } from '../kit/page/view.ts';
import type { Sentences } from '../languages/english.ts';
import type { Html } from '../languages/html.ts';

/** What apps did with a merchant's data; undefined while its region is away. */
export type Activity = readonly AppActivity[] | undefined;

/** What one app did lately, by area, in numbers of requests. */
export function activityOf(view: View, activity: Activity, appId: number): Html {
  const { activity: say } = view.say;
  return html`<details><summary>${say.title}</summary>${contentOf(view, activity, appId)}</details>`;
}

function contentOf(view: View, activity: Activity, appId: number): Html {
  const { activity: say } = view.say;
  if (!activity) return html`<p>${say.away}</p>`;
  const areas = activity.find((app) => app.appId === appId)?.areas ?? [];
  if (areas.length === 0) return html`<p>${say.none}</p>`;
  const counts = [say.reads, say.writes, say.rejected];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${say.title}"><table>
    <thead><tr><th scope="col">${say.area}</th>
      ${counts.map((count) => html`<th scope="col" class="number">${count}</th>`)}<th scope="col">${say.last}</th></tr></thead>
    <tbody>${areas.map((area) => rowOf(view, area))}</tbody>
  </table></div>`;
}

function rowOf(view: View, { area, reads, writes, rejected, lastDay }: AreaActivity): Html {
  const number = new Intl.NumberFormat(view.language.locale);
  const cell = (count: number) => html`<td class="number">${number.format(count)}</td>`;
  return html`<tr><th scope="row">${areaName(view.say, area)}</th>${cell(reads)}${cell(writes)}${cell(rejected)}
    <td><time datetime="${lastDay}">${dayText(view.language, lastDay)}</time></td></tr>`;
}

const areaName = ({ activity }: Sentences, area: string): string =>
  new Map(Object.entries(activity.areas)).get(area) ?? area;
