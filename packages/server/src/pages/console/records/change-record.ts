import { html } from 'hono/html';
import type { Operation, Parameter } from '../../../contract/contract.ts';
import { recordId } from '../../kit/context.ts';
import {
  type AnyField,
  anyField,
  type FilledForm,
  FormRejected,
  formProblems,
  rejectedField,
} from '../../kit/fields.ts';
import { hidden, ownForm } from '../../kit/page.ts';
import type { Html } from '../../languages/html.ts';
import type { ConsoleForms, ConsoleVisit } from '../layout.ts';
import { merchantPath } from '../merchants.ts';
import { type LiveResponse, UNREACHABLE } from './api-calls.ts';
import { createAt, recordPath, referredList, updateAt } from './api-operations.ts';
import {
  changedBody,
  editable,
  fieldName,
  filling,
  newBody,
  type Property,
  propertiesOf,
  propertyField,
  type Value,
} from './properties.ts';
import { type Asked, linkTo, read, send } from './record-views.ts';

/** Forms that change records, with their paths below the page's own. */
const FORMS = { saveRecord: '/save', createRecord: '/create' } as const;

/** The form that changes a record, made from the contract. */
export function changeForm(visit: ConsoleVisit, asked: Asked, update: Operation, record: Value): Html {
  const all = propertiesOf(update);
  const properties = editable(all, record);
  const left = all.filter((property) => !properties.includes(property)).map(({ name }) => name);
  const filled = visit.form('saveRecord', { ...filling(properties, record), version: String(record.version) });
  // A rejected form keeps the version that it was filled from, so that it cannot undo another app's change.
  const content = html`${hidden('version', filled.values.get('version') ?? '')}
    ${fieldsIn(filled, fieldsOf(asked, properties, false))}
    ${left.length > 0 && html`<p class="small">Too long for a form: ${left.join(', ')}.</p>`}
    <p class="small">Only what you change is sent, with If-Match.</p>
    <div class="actions"><button class="secondary">Save</button></div>`;
  return html`<section class="card" id="edit"><h2>${update.summary}</h2>${formOf(visit, asked, 'saveRecord', content)}</section>`;
}

export function createForm(visit: ConsoleVisit, asked: Asked, create: Operation): Html {
  const filled = visit.form('createRecord');
  const isOpen = visit.rejected?.name === 'createRecord';
  const choices = requiredParameters(create).map(({ name, description = '' }) => ({
    name: fieldName(name),
    label: name,
    hint: description.replaceAll('`', ''),
    options: [
      ['false', 'false'],
      ['true', 'true'],
    ] as const,
  }));
  const fields = [...fieldsOf(asked, propertiesOf(create), true), ...choices];
  const content = html`${fieldsIn(filled, fields)}<div class="actions"><button class="secondary">Create</button></div>`;
  return html`<details class="card" id="create" ${isOpen && html`open`}><summary>${create.summary}</summary>${formOf(visit, asked, 'createRecord', content)}</details>`;
}

const requiredParameters = ({ queryParameters }: Operation): Parameter[] =>
  [...queryParameters.values()].filter(({ required }) => required);

function formOf({ view }: ConsoleVisit, asked: Asked, form: keyof typeof FORMS, content: Html): Html {
  const { app, merchant, path, query } = asked;
  return ownForm(
    view,
    merchantPath(merchant, `/records${FORMS[form]}`),
    html`${hidden('app', app.id)}${hidden('path', path)}
    ${[...query].map(([parameter, value]) => hidden(parameter, value))}${content}`,
  );
}

/** Short fields in two columns, then multi-line fields. */
function fieldsIn(filled: FilledForm, fields: readonly AnyField[]): Html {
  const shown = (isLong: boolean) =>
    fields.filter(({ lines = false }) => lines === isLong).map((field) => anyField(filled, field));
  const names = fields.map(({ name }) => name);
  return html`${formProblems(filled, names)}<div class="two">${shown(false)}</div>${shown(true)}`;
}

const fieldsOf = (asked: Asked, properties: readonly Property[], isNew: boolean) =>
  properties.map((property) => {
    const list = referredList(asked.operations, property.name);
    const link = list === undefined ? list : html`<a href="${linkTo(asked, list)}">Find ids</a>`;
    return propertyField(property, isNew, link);
  });

type AskedOf = (visit: ConsoleVisit) => Promise<Asked | undefined>;

/** Changes that the forms make. `askedOf` reads the page's subject. */
export const changesOf = (askedOf: AskedOf): ConsoleForms => ({
  saveRecord: {
    path: FORMS.saveRecord,
    isElsewhere: true,
    /** Sends the properties that differ from the current record. */
    async change(visit) {
      const asked = await askedOf(visit);
      const update = asked && updateAt(asked.operations, asked.path);
      if (!asked || !update) throw rejectedField('', 'The app cannot change this record.');
      const now = await accepted(read(visit, asked));
      const body = changedBody(propertiesOf(update), visit.fields, now);
      const to = linkTo(asked, asked.path, asked.query);
      if (Object.keys(body).length === 0) return { message: 'Nothing has changed.', to };
      const version = recordId(visit.fields.get('version')) ?? 0;
      const path = update.path.replace(':id', String(now.id));
      await accepted(send(visit, asked, { path, write: { method: 'PATCH', body, version } }));
      return { message: `Saved ${Object.keys(body).join(', ')}.`, to };
    },
  },
  createRecord: {
    path: FORMS.createRecord,
    isElsewhere: true,
    async change(visit) {
      const asked = await askedOf(visit);
      const operation = asked && createAt(asked.operations, asked.path);
      if (!asked || !operation) throw rejectedField('', 'The app cannot create these records.');
      const body = newBody(propertiesOf(operation), visit.fields);
      const query = new URLSearchParams();
      for (const { name } of requiredParameters(operation)) query.set(name, visit.fields.get(fieldName(name)) ?? '');
      const path = operation.path + (query.size > 0 ? `?${query}` : '');
      const { id } = await accepted(send(visit, asked, { path, write: { method: 'POST', body } }));
      const created = recordPath(asked.operations, asked.path, Number(id)) ?? asked.path;
      return { message: `Created ${id}.`, to: linkTo(asked, created) };
    },
  },
});

/** The record in a response. A rejection by the API is shown at the fields that it names. */
async function accepted(answer: Promise<LiveResponse | 'unreachable'>): Promise<Value> {
  const response = await answer;
  if (response === 'unreachable') throw rejectedField('', UNREACHABLE);
  if (response.status < 400) return JSON.parse(response.text);
  const { message, details = [] } = JSON.parse(response.text) as {
    readonly message: string;
    readonly details?: readonly { readonly path: string; readonly rule: string; readonly message: string }[];
  };
  const problems = details
    .filter(({ path, rule }) => path !== '' && rule !== 'allowedAction')
    .map(({ path, message: problem }) => {
      const [name = '', ...rest] = path.replace(/^\//, '').split('/');
      return { field: fieldName(name), message: `${[name, ...rest].join('.')}: ${problem}` };
    });
  throw new FormRejected(problems.length > 0 ? problems : [{ field: '', message }]);
}
