import { type GenericSchema, getMetadata } from 'valibot';
import { isFor, OPERATOR } from '../control/actor.ts';
import type { InputSchema, Notation } from '../control/input.ts';
import type { CommandForm, FieldTexts, Operation } from './operation.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import type { Columns } from './text.ts';

export interface OperationCommand extends Omit<CommandForm<string, object, object>, 'path' | 'also'> {
  /** The words that are typed, such as `app redirect-uri add`. */
  readonly path: string;
  readonly operation: OperationName;
  /** Replaces the operation's summary. */
  readonly summary?: string;
  readonly flags: Texts;
  readonly help: Texts;
  readonly defaults: Texts;
  /** Describes the consequence to confirm. */
  consequence?(input: object): string;
  readonly columns?: Columns<never>;
  done?(output: object, input: object): string;
  say?(output: object): string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The commands of the operations that operators may call, in the order of the help. */
export const OPERATION_COMMANDS: readonly OperationCommand[] = (Object.keys(OPERATIONS) as OperationName[]).flatMap(
  commandsOf,
);

function commandsOf(operation: OperationName): OperationCommand[] {
  const { command = {}, actors, asks, fields = {}, columns, done, say }: Operation = OPERATIONS[operation];
  if (command === false || !isFor(actors, OPERATOR)) return [];
  const { also, path = operation.replace('.', ' '), ...form } = command;
  const textsOf = (kind: keyof FieldTexts): Texts =>
    Object.fromEntries(
      Object.entries(fields).map(([name, texts]) => [
        name,
        (typeof texts === 'string' ? { help: texts } : texts)?.[kind],
      ]),
    );
  const text = {
    ...{ path, operation, ...form, columns, done, say },
    ...{ flags: textsOf('flag'), help: textsOf('help'), defaults: textsOf('fallback') },
    ...(asks && {
      consequence(input: Record<string, unknown>) {
        const names = Object.entries(input).map(([field, value]) => [
          field,
          field in NOUNS ? `${NOUNS[field]} ${value}` : String(value),
        ]);
        const { title, effect } = asks(Object.fromEntries(names), input);
        return `${title} ${effect}`;
      },
    }),
  } as OperationCommand;
  return also ? [text, { ...text, ...also }] : [text];
}

/** Nouns for the records in an input, as in `app 9001`. */
const NOUNS: Readonly<Record<string, string>> = {
  accessRequestId: 'access request',
  adminTokenId: 'admin token',
  apiKeyId: 'API key',
  appId: 'app',
  clientId: 'the credential',
  companyId: 'merchant',
  endpointId: 'endpoint',
  organizationId: 'organization',
  userId: 'user',
};

/** Descriptions of the commands that group others. */
export const GROUPS: Readonly<Record<string, string>> = {
  organization: 'Manage organizations, which own apps and sandbox merchants.',
  developer: "Manage organizations' developers, who look after their apps.",
  operator: 'Manage the operators of the service.',
  app: 'Manage apps: review, credentials, redirect URIs, origins and API keys.',
  'app redirect-uri': 'Manage the redirect URIs of an app.',
  'app origin': 'Manage the origins from which browsers may call the API.',
  'app credential': 'Manage client ids and secrets. A secret is shown once.',
  'app key': 'Manage API keys of ADSR apps. A key is shown once.',
  webhook: 'Manage the endpoints to which the changes of merchants are sent. A secret is shown once.',
  review: 'See the apps that wait for review.',
  'access-request': 'Manage the access requests of ADSR apps.',
  connection: 'Manage the connections between apps and merchants.',
  merchant: 'Manage merchants and their users.',
  data: 'Load data of sandbox merchants from files.',
  till: 'Sell at the tills of sandbox merchants, as a real till would.',
  scenario: 'Bring sandbox merchants into states that integrations have to handle.',
  cell: 'See the cells of the regions.',
  user: 'Manage the people who sign in.',
  keys: 'Manage the keys that sign access tokens.',
  'admin-token': 'Manage the tokens by which command lines on other machines act as the operator.',
};

/** A field of an operation's input, described for the command line. */
export interface InputField extends Notation {
  readonly name: string;
  readonly kind: 'id' | 'text' | 'choice' | 'flag';
  readonly many: boolean;
  readonly required: boolean;
  /** True if null clears the value. */
  readonly nullable: boolean;
  readonly choices: readonly string[];
  readonly fallback: unknown;
}

/** The part of a valibot schema read here. */
interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly string[];
  readonly default?: unknown;
}

const KINDS: Readonly<Record<string, InputField['kind']>> = { number: 'id', picklist: 'choice', boolean: 'flag' };

export const inputFields = ({ entries }: InputSchema): ReadonlyMap<string, InputField> =>
  new Map(
    Object.entries(entries).map(([name, entry]) => {
      const outer = entry as unknown as Schema;
      const layers = [outer];
      for (let inner = outer.wrapped; inner; inner = inner.wrapped) layers.push(inner);
      const schema = layers.at(-1) ?? outer;
      const { type, options = [] } = schema.item ?? schema;
      const isWrappedBy = (wrapper: string) => layers.some((layer) => layer.type === wrapper);
      const field: InputField = {
        ...(getMetadata(schema as unknown as GenericSchema) as Notation),
        name,
        kind: KINDS[type] ?? 'text',
        many: schema.item !== undefined,
        required: !isWrappedBy('optional'),
        nullable: isWrappedBy('nullable'),
        choices: options,
        fallback: outer.default,
      };
      return [name, field];
    }),
  );
